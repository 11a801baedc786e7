"""Motors: what turns with which joints."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from armwright.arrays import Array
from armwright.errors import InputError
from armwright.robot.drive import Drive
from armwright.robot.links import Joint
from armwright.robot.values import FrozenMap, Value, frozen_array, frozen_unit


@dataclass(frozen=True, eq=False)
class Motor(Value):
    """motor position = Σ along[joint] · position of that joint.

    All numbers of `drive` are on the motor side; its gear_ratio and coupling are not used, `along`
    says both. What it says of the joint's side (friction there, a law of elasticity) needs a motor
    with one joint. `link`: where the rotor is mounted, about `axis` (unit, in that link's frame);
    empty if that is not known. The link's mass and inertia count the rotor as if it stood still.
    """

    name: str
    along: Mapping[str, float]
    drive: Drive = field(default_factory=Drive)
    link: str = ""
    axis: Array = field(default_factory=lambda: frozen_array([0, 0, 1], (3,), "axis"))

    def __post_init__(self) -> None:
        where = f"motor '{self.name}'"
        ratios = {
            joint: float(frozen_array(ratio, (), f"{where}, ratio of joint '{joint}'"))
            for joint, ratio in self.along.items()
        }
        object.__setattr__(self, "along", FrozenMap(ratios))
        object.__setattr__(self, "axis", frozen_unit(self.axis, where))


def motors_of(joints: Sequence[Joint], explicit: Sequence[Motor]) -> tuple[Motor, ...]:
    """Those of the joints' drives in the order of the joints, then the explicit ones."""
    own = []
    for joint in joints:
        if not joint.moves_by_itself:
            continue
        if joint.drive is not None:
            along = {joint.name: joint.drive.gear_ratio, **joint.drive.coupling}
            drive = joint.drive
            own.append(Motor(joint.name, along, drive, drive.link, drive.axis))
        elif not joint.passive and not explicit:
            own.append(Motor(joint.name, {joint.name: 1.0}))
    return (*own, *explicit)


def gear_matrix(motors: Sequence[Motor], joint_names: Sequence[str]) -> Array:
    """η (motor × joint): positions of the motors = η @ joint positions."""
    column = {name: k for k, name in enumerate(joint_names)}
    matrix = np.zeros((len(motors), len(column)))
    for row, motor in enumerate(motors):
        for joint, ratio in motor.along.items():
            matrix[row, column[joint]] = ratio
    matrix.setflags(write=False)
    return matrix


def check_motors(
    where: str, links: Sequence[str], joints: Sequence[Joint], explicit: Sequence[Motor]
) -> None:
    """Raise InputError with the first thing in which the motors do not fit the robot."""
    moving = [joint.name for joint in joints if joint.moves_by_itself]
    passive = {joint.name for joint in joints if joint.passive}
    for motor in explicit:
        _check_explicit(motor, moving)
    names = set()
    for motor in motors_of(joints, explicit):
        if motor.name in names:
            raise InputError(
                "motor name is used twice",
                where=where,
                got=repr(motor.name),
                hint="The motor of a joint's drive has the joint's name.",
            )
        names.add(motor.name)
        if motor.link and motor.link not in links:
            raise InputError(
                "is mounted on a link that does not exist",
                where=f"motor '{motor.name}'",
                got=repr(motor.link),
                expected=f"one of {links}",
            )
        driven = [joint for joint, ratio in motor.along.items() if joint in passive and ratio]
        if driven:
            raise InputError(
                "drives a joint that is said to be passive",
                where=f"motor '{motor.name}'",
                got=repr(driven[0]),
                expected="a joint without passive = true",
            )


def _check_explicit(motor: Motor, joints: Sequence[str]) -> None:
    where = f"motor '{motor.name}'"
    for joint in motor.along:
        if joint not in joints:
            raise InputError(
                "turns with a joint that does not exist or does not move by itself",
                where=where,
                got=repr(joint),
                expected=f"one of {joints}",
            )
    turning = [joint for joint, ratio in motor.along.items() if ratio]
    if not turning:
        raise InputError(
            "turns with no joint",
            where=where,
            got=f"along = {dict(motor.along)}",
            expected="at least one ratio that is not 0",
        )
    if motor.drive.gear_ratio != 1 or motor.drive.coupling:
        raise InputError(
            "has a gear ratio or a coupling in its drive",
            where=where,
            got=f"gear_ratio {motor.drive.gear_ratio:g}, coupling {dict(motor.drive.coupling)}",
            expected="all ratios in along",
        )
    at_the_joint = motor.drive.friction_side == "joint" or bool(motor.drive.spring)
    if len(turning) > 1 and at_the_joint:
        raise InputError(
            "has friction or a law of elasticity on the joint's side, but turns with several",
            where=where,
            got=f"joints {turning}",
            expected="one joint, or friction on the motor's side and a linear stiffness",
        )
    if motor.drive.link:
        raise InputError(
            "has a mounting link in its drive",
            where=where,
            got=repr(motor.drive.link),
            expected="link and axis beside the drive",
        )
