"""Joints: limits, truncated right angles, lengths that look like millimetres."""

from __future__ import annotations

import math
from collections.abc import Iterator

from armwright.robot.checks.finding import Finding
from armwright.robot.checks.tree import reach
from armwright.robot.model import Joint, Robot
from armwright.robot.pose import Pose, rpy_from_rotation

#: Written with three digits, π is off by 1.6e-3; anything closer than rounding is exact.
TRUNCATED, EXACT = 2e-3, 1e-12


def check_joints(robot: Robot) -> Iterator[Finding]:
    for joint in robot.moving_joints:
        yield from _limits(joint)
    for joint in robot.joints:
        yield from _right_angles(joint.origin, f"joint '{joint.name}'")
    for frame in robot.frames:
        yield from _right_angles(frame.pose, f"frame '{frame.name}'")
    length = reach(robot)
    if length > 50:
        yield Finding(
            "warning",
            "implausibly long",
            f"robot '{robot.name}'",
            f"{length:g} m from the base to the last link",
            hint="Are the lengths in millimetres? Then say so: [units] length = 'mm'.",
        )


def _limits(joint: Joint) -> Iterator[Finding]:
    where, limits = f"joint '{joint.name}'", joint.limits
    if limits.lower > limits.upper:
        yield Finding(
            "error",
            "limits are swapped",
            where,
            f"lower {limits.lower:g}, upper {limits.upper:g}",
            "lower below upper",
        )
    elif limits.lower == limits.upper:
        yield Finding(
            "warning",
            "limits leave no room",
            where,
            f"lower = upper = {limits.lower:g}",
            hint="Fix the joint if it should not move.",
        )
    elif joint.kind == "revolute" and 40 * math.pi < limits.upper - limits.lower < math.inf:
        yield Finding(
            "warning",
            "implausibly wide limits",
            where,
            f"{limits.lower:g} to {limits.upper:g} rad",
            hint="Are they in degrees? Then say so: [units] angle = 'deg'.",
        )
    for name in ("velocity", "effort"):
        value = getattr(limits, name)
        if value < 0:
            yield Finding("error", f"{name} limit is negative", where, value, "zero or more")
        elif value == 0:
            yield Finding(
                "warning", f"{name} limit is zero", where, hint="Leave it out if it is unknown."
            )


def _right_angles(pose: Pose, where: str) -> Iterator[Finding]:
    for angle in rpy_from_rotation(pose.rotation):
        quarters = round(angle / (math.pi / 2))
        nearest = quarters * math.pi / 2
        if quarters and EXACT < abs(angle - nearest) < TRUNCATED:
            yield Finding(
                "warning",
                "angle looks like a truncated π"
                if quarters % 2 == 0
                else "angle looks like a truncated π/2",
                where,
                f"{angle:.9g} rad",
                f"{nearest!r}",
                "Write it with all digits, or load with snap_angles=True.",
            )
            return
