"""Drives: signs and sizes of gears, motors and friction."""

from __future__ import annotations

from collections.abc import Iterator

from armwright.robot.checks.finding import Finding
from armwright.robot.drive import Drive
from armwright.robot.model import Robot

POSITIVE = ("torque_constant", "stiffness", "torque_limit", "current_limit")
NOT_NEGATIVE = ("motor_inertia", "damping")


def check_drives(robot: Robot) -> Iterator[Finding]:
    for joint in robot.moving_joints:
        if joint.drive is not None:
            yield from _drive(joint.drive, f"joint '{joint.name}' drive")
            # A slide's ratio is in 1/m, and a spindle's may be anything.
            if joint.kind == "revolute" and abs(joint.drive.gear_ratio) > 2000:
                yield Finding(
                    "warning",
                    "implausible gear ratio",
                    f"joint '{joint.name}' drive",
                    f"{joint.drive.gear_ratio:g}",
                    "1 to 2000",
                )


def _drive(drive: Drive, where: str) -> Iterator[Finding]:
    if drive.gear_ratio == 0:
        yield Finding("error", "gear ratio is zero", where, hint="A joint without gear has 1.")
    for name in POSITIVE:
        value = getattr(drive, name)
        if value is not None and value <= 0:
            yield Finding("error", f"{name} is not positive", where, value, "more than zero")
    for name in NOT_NEGATIVE:
        value = getattr(drive, name)
        if value is not None and value < 0:
            yield Finding("error", f"{name} is negative", where, value, "zero or more")
    if drive.motor_inertia > 10:
        yield Finding(
            "warning",
            "implausible motor inertia",
            where,
            f"{drive.motor_inertia:g} kg m²",
            "that of a motor's rotor",
        )
    for name, value in drive.friction.items():
        known = name.startswith(("viscous", "coulomb", "static"))
        if known and value < 0:
            yield Finding("error", f"friction {name} is negative", where, value, "zero or more")
