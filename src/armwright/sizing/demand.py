"""What a run asked of every motor, seen from the joint's side of the gear."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from armwright.arm import compile
from armwright.arrays import Array
from armwright.errors import InputError
from armwright.robot import Robot
from armwright.signals import Run
from armwright.system import Setup

#: Signals that a run must have.
NEEDED = ("motor_torque", "motor_velocity", "motor_acceleration", "joint_position")
#: Configurations along a run in which the inertia is looked at.
_POINTS = 200


@dataclass(frozen=True, eq=False)
class AxisDemand:
    """Of one motor. On the joint's side, (records,): `torque` is what the gear has to give, without
    what the rotor took, in N m or N; `velocity`, `acceleration` in rad or m. `inertia`: the largest
    that the joint has to move, kg m² or kg; NaN where it is not known. `ratio`: of the gear that is
    described; `geared`: whether another may take its place. For a motor of several joints, the
    joint's side is the motor's own, and `ratio` is 1."""

    name: str
    kind: Literal["revolute", "prismatic"]
    ratio: float
    geared: bool
    time: Array
    torque: Array
    velocity: Array
    acceleration: Array
    inertia: float


def demands_of(run: Run, setup: Setup) -> tuple[AxisDemand, ...]:
    """For every motor of the scenario that the run is of."""
    data, robot = run.data, setup.robot
    if "run" in data.dims:
        raise InputError("there are several runs in it", where="run", expected="one")
    for signal in NEEDED:
        if signal not in data:
            raise InputError(
                "the run has no signal that motors are chosen by",
                where="run",
                got=repr(signal),
                expected=f"all of {', '.join(NEEDED)}",
                hint="Add it to recording.signals.",
            )
    with_drives = setup.fidelity.drives
    torque, velocity, acceleration = (np.asarray(data[name].values) for name in NEEDED[:3])
    inertias = _inertias(robot, np.asarray(data["joint_position"].values))
    found = []
    for k, motor in enumerate(robot.all_motors):
        single = [joint for joint, ratio in motor.along.items() if ratio]
        alone = len(single) == 1
        kind: Literal["revolute", "prismatic"] = "revolute"
        if alone and robot.joint(single[0]).kind == "prismatic":
            kind = "prismatic"
        described = motor.along[single[0]] if alone else 1.0
        turned = described if with_drives else 1.0
        rotor = motor.drive.motor_inertia if with_drives else 0.0
        found.append(
            AxisDemand(
                motor.name,
                kind,
                described,
                alone and _own_drive(robot, motor.name),
                np.asarray(data["time"].values),
                turned * (torque[:, k] - rotor * acceleration[:, k]),
                velocity[:, k] / turned,
                acceleration[:, k] / turned,
                float(inertias[k] * (described**2 if alone else 1.0)),
            )
        )
    return tuple(found)


def _own_drive(robot: Robot, name: str) -> bool:
    """Whether the motor is that of a joint's drive, whose gear it has for itself."""
    if name in {motor.name for motor in robot.motors}:
        return False
    drive = robot.joint(name).drive
    return drive is None or not drive.coupling


def _inertias(robot: Robot, q: Array) -> Sequence[float]:
    """Largest of each motor along the run, on the motor's side: diagonal of η⁻ᵀ M η⁻¹. NaN where
    motors do not determine the joints, or loops make them depend on each other."""
    gears = robot.gear_matrix
    if robot.loops or gears.shape[0] != gears.shape[1]:
        return [float("nan")] * len(robot.all_motors)
    some = q[:: max(1, len(q) // _POINTS)]
    inverse = np.linalg.inv(gears)
    seen = np.einsum("ji,tjk,kl->til", inverse, compile(robot).mass_matrix(some), inverse)
    largest: Array = np.diagonal(seen, axis1=1, axis2=2).max(axis=0)
    return [float(value) for value in largest]
