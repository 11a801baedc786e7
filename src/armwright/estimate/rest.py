"""A flexible arm at rest: where it is, given its motors, and how well that is known."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import casadi as cs
import numpy as np

from armwright.arrays import Array
from armwright.errors import InputError
from armwright.estimate.arm_model import ArmModel, FilterTuning
from armwright.estimate.flexible_arm import FlexibleArm
from armwright.estimate.sensors import MotorSensor, Ripple
from armwright.multibody.derivatives import slope

_ITERATIONS = 30
#: rad, or m: a step of Newton's method below this changes nothing.
_SMALL = 1e-12
#: Of a number, for differences.
_PART = 1e-4
#: rad: motors may be anywhere, compared with what their sensors tell at once.
_ANYWHERE = 0.1


class RestPosition:
    """Solves acceleration = 0, motor positions = θ for all positions and the motors' torques."""

    def __init__(self, arm: FlexibleArm) -> None:
        self._arm = arm
        x, v = arm.plant.x, arm.plant.v
        none = [cs.SX.zeros(symbol.shape[0]) for symbol in (v, arm.joint_torque)]
        acceleration = cs.substitute([arm.rate[v.shape[0] :]], [v, arm.joint_torque], none)[0]
        theta = cs.SX.sym("theta", arm.motor_position.shape[0])
        unknown = cs.vertcat(x, arm.motor_torque)
        zero = cs.vertcat(acceleration, arm.motor_position - theta)
        free = cs.vertcat(cs.SX(0, 1), *arm.free.values())
        self._newton = cs.Function("rest", [unknown, theta, free], [zero, slope(zero, unknown)])

    def __call__(self, motor_position: Array, numbers: Mapping[str, Array]) -> Array:
        """Positions of the plant's coordinates; `numbers`: all of the arm's."""
        plant, own = self._arm.plant, self._arm.numbers(numbers)
        x = np.zeros(len(plant.coordinates))
        x[plant.arrangement.places("driven", "passive")] = plant.gears.inverse @ motor_position
        x[plant.arrangement.places("rotor")] = motor_position[list(plant.arrangement.flexible)]
        guess = np.concatenate([x, np.zeros(motor_position.size)])
        for _ in range(_ITERATIONS):
            zero, matrix = (np.array(part) for part in self._newton(guess, motor_position, own))
            step = np.linalg.solve(matrix, zero.ravel())
            guess = guess - step
            if np.abs(step[: x.size]).max() < _SMALL * max(1.0, np.abs(x).max()):
                return guess[: x.size]
        raise InputError(
            "found no position at rest",
            where=f"robot '{plant.robot.name}'",
            got=f"motors at {motor_position.tolist()}",
        )

    def slopes(
        self, motor_position: Array, numbers: Mapping[str, Array], followed: Sequence[str]
    ) -> Array:
        """(coordinates, numbers): how positions depend on numbers that are followed."""
        found = np.zeros((len(self._arm.plant.coordinates), len(followed)))
        for k, name in enumerate(followed):
            step = _PART * np.abs(numbers[name])
            ends = [
                self(motor_position, {**numbers, name: numbers[name] + sign * step})
                for sign in (1.0, -1.0)
            ]
            found[:, k] = (ends[0] - ends[1]) / (2 * step.item())
        return found


def at_rest(
    found: ArmModel,
    sensor: MotorSensor,
    ripple: Ripple,
    torque: Array,
    tuning: FilterTuning,
    *,
    drift: bool,
    opened: Array | None = None,
    slopes: Array | None = None,
) -> Array:
    """The covariance of the first state. Joints are where their motors are, wherever that is: what
    is known better is their deflection. `drift`: whether the accelerometer's is looked for.
    `opened`: standard deviations of the numbers that are followed, and `slopes`: how positions at
    rest depend on them."""
    plant = found.arm.plant
    size, flexible = len(plant.coordinates), list(plant.arrangement.flexible)
    joints, rotors = (plant.arrangement.places(*r) for r in (("driven", "passive"), ("rotor",)))
    follow = np.zeros((size, len(plant.motor_names)))
    follow[joints] = plant.gears.inverse
    follow[rotors, flexible] = 1.0
    own = np.full(size, tuning.deflection**2)
    own[rotors] = 0.0
    speed = np.full(size, tuning.velocity**2)
    speed[rotors] *= np.sum(plant.gears.matrix[flexible] ** 2, axis=1)
    parts = {
        "torque": ripple.constant + tuning.friction**2 + ripple.by_torque * torque**2,
        "sensor": sensor.ripple.constant,
        "drift": np.full(3, tuning.drift**2 if drift else 0.0),
        "numbers": np.zeros(0) if opened is None else opened**2,
    }
    wide = {name: place.stop - place.start for name, place in found.places.items()}
    slow = [parts[name][: wide[name]] for name in found.places if name != "arm"]
    covariance = np.diag(np.concatenate([own, speed, *slow]))
    covariance[:size, :size] += _ANYWHERE**2 * follow @ follow.T
    if slopes is not None:
        numbers, sagging = found.places["numbers"], slopes * parts["numbers"]
        covariance[:size, :size] += sagging @ slopes.T
        covariance[:size, numbers], covariance[numbers, :size] = sagging, sagging.T
    return covariance
