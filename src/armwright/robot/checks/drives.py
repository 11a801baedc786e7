"""Drives: signs and sizes of gears, motors and friction."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from armwright.robot.drive import Drive
from armwright.robot.finding import Finding
from armwright.robot.model import Description

POSITIVE = ("torque_constant", "stiffness", "torque_limit", "current_limit")
NOT_NEGATIVE = ("motor_inertia", "damping")
UNKNOWN = "Leave it out if it is unknown."


def check_drives(robot: Description) -> Iterator[Finding]:
    for joint in robot.moving_joints:
        if joint.drive is not None:
            yield from _drive(joint.drive, f"joint '{joint.name}' drive")
            # A slide's ratio is in 1/m, and a spindle's may be anything.
            if joint.kind == "revolute" and abs(joint.drive.gear_ratio) > 2000:
                yield _gear_ratio(joint.drive.gear_ratio, f"joint '{joint.name}' drive")
    for motor in robot.motors:
        where = f"motor '{motor.name}'"
        yield from _drive(motor.drive, where)
        for name, ratio in motor.along.items():
            if robot.joint(name).kind == "revolute" and abs(ratio) > 2000:
                yield _gear_ratio(ratio, f"{where} along joint '{name}'")
    yield from _mounted(robot)


def _mounted(robot: Description) -> Iterator[Finding]:
    """A link counts the rotors that it carries in, as if they stood still: about their axes it has
    at least their inertia."""
    for link in robot.links:
        rotors = [motor for motor in robot.all_motors if motor.link == link.name]
        if not rotors or link.name == robot.base:
            continue
        tensor = link.inertia.tensor if link.inertia is not None else np.zeros((3, 3))
        for motor in rotors:
            own = float(motor.axis @ tensor @ motor.axis)
            needed = sum(
                one.drive.motor_inertia * float(one.axis @ motor.axis) ** 2 for one in rotors
            )
            if needed > own * (1 + 1e-9):
                yield Finding(
                    "error",
                    f"has less inertia than the rotors in it about the axis of '{motor.name}'",
                    f"link '{link.name}'",
                    f"{own:.4g} kg m²",
                    f"at least {needed:.4g} kg m²",
                    "A link's inertia counts its rotors in, as if they stood still.",
                )


def _gear_ratio(ratio: float, where: str) -> Finding:
    return Finding(
        "warning",
        "implausible gear ratio",
        where,
        f"{ratio:g}",
        "1 to 2000",
        "It is motor speed to joint speed, both in rad/s.",
    )


def _drive(drive: Drive, where: str) -> Iterator[Finding]:
    if drive.gear_ratio == 0:
        hint = "A joint without gear has 1."
        yield Finding("error", "gear ratio is zero", where, drive.gear_ratio, "not zero", hint)
    for name in POSITIVE:
        value = getattr(drive, name)
        if value is not None and value <= 0:
            what = f"{name} is not positive"
            yield Finding("error", what, where, value, "more than zero", UNKNOWN)
    for name in NOT_NEGATIVE:
        value = getattr(drive, name)
        if value is not None and value < 0:
            yield Finding("error", f"{name} is negative", where, value, "zero or more", UNKNOWN)
    if drive.motor_inertia > 10:
        yield Finding(
            "warning",
            "implausible motor inertia",
            where,
            f"{drive.motor_inertia:g} kg m²",
            "that of a motor's rotor, below 10 kg m²",
            "If it is meant at the joint, divide it by the gear ratio squared.",
        )
    for name, value in drive.friction.items():
        known = name.startswith(("viscous", "coulomb", "static"))
        if known and value < 0:
            what, hint = f"friction {name} is negative", "It would drive the joint, not brake it."
            yield Finding("error", what, where, value, "zero or more", hint)
