"""Friction that slides, as a robot describes it: what motors would have given in a log."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import xarray as xr

from armwright.arrays import Array
from armwright.block.declarations import Parameter
from armwright.identify.friction.curve_fit import FittableCurve
from armwright.identify.friction.law_curve import LawCurve
from armwright.identify.friction.measured import (
    FrictionRecord,
    Inverse,
    friction_records,
    motor_numbers,
)
from armwright.identify.predicted import torque_constants
from armwright.identify.regressor import JOINT_TORQUE, MOTOR_CURRENT
from armwright.laws.catalogue import find_law
from armwright.robot import Robot
from armwright.signals.log import Log


@dataclass(frozen=True)
class SlidingTorques:
    """Predicts what the motors would have given: links and rotors by the `inverse`, and friction as
    it slides; NaN where the log is too short for its filter, and for motors whose friction is at
    the joint."""

    inverse: Inverse
    cutoff: float | None = None

    def __call__(self, robot: Robot, log: Log) -> xr.Dataset:
        every = motor_numbers(robot, None)
        records, motion = friction_records(
            robot, log, every, inverse=self.inverse, cutoff=self.cutoff, every=True
        )
        data = log.data[motion.signal]
        values = np.full(log[motion.signal].shape, np.nan)
        rows = np.searchsorted(log.time, motion.time - 1e-9)
        gains = torque_constants(robot) if motion.signal == MOTOR_CURRENT else np.ones(len(every))
        for k, record in enumerate(records):
            if record.side == "motor" or motion.signal == JOINT_TORQUE:
                curve = described_curve(robot, record.name)
                torque = curve.torque(curve_inputs(curve, record), np.zeros(0))
                values[rows, k] = (record.model + torque) / gains[k]
        return xr.Dataset({motion.signal: data.copy(data=values.reshape(data.shape))})


def described_curve(robot: Robot, motor: str) -> LawCurve:
    """The steady friction of a motor as its robot has it, nothing free."""
    drive = next(one.drive for one in robot.all_motors if one.name == motor)
    kind, numbers = drive.friction_law, dict(drive.friction)
    for law, same in (
        ("lugre", "tustin"),
        ("gms10", "tustin"),
        ("gms", "tustin"),
        ("dahl", "coulomb"),
    ):
        if kind.endswith(law):
            kind = kind.removesuffix(law) + same
            known = find_law("friction", kind).of(Parameter).values()
            allowed = {key for one in known for key in (one.name, *one.keys)}
            numbers = {key: value for key, value in numbers.items() if key in allowed}
            if same == "tustin":
                numbers = {"stribeck_velocity": 0.01, **numbers}
                both = {key.replace("coulomb", "static") for key in numbers if "coulomb" in key}
                for key in both - numbers.keys():
                    numbers[key] = numbers[key.replace("static", "coulomb")]
    return LawCurve("friction", kind, numbers, ())


def curve_inputs(curve: FittableCurve, record: FrictionRecord) -> Array:
    """(N, k): what the curve reads of a record."""
    return np.column_stack([getattr(record, name) for name in curve.inputs])
