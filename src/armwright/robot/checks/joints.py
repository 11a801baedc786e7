"""Joints: limits, and lengths that look like millimetres."""

from __future__ import annotations

import math
from collections.abc import Iterator

from armwright.robot.checks.finding import Finding
from armwright.robot.checks.tree import reach
from armwright.robot.model import Joint, Robot

#: Longer than any arm (m), and more than any joint turns (rad).
LONGEST, WIDEST = 50.0, 40 * math.pi


def check_joints(robot: Robot) -> Iterator[Finding]:
    for joint in robot.moving_joints:
        yield from _limits(joint)
    length = reach(robot)
    if length > LONGEST:
        yield Finding(
            "warning",
            "implausibly long",
            f"robot '{robot.name}'",
            f"{length:g} m from the base to the last link",
            f"at most {LONGEST:g} m",
            "Are the lengths in millimetres? Then say so: [units] length = 'mm'.",
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
            "Swap them.",
        )
    elif limits.lower == limits.upper:
        yield Finding(
            "warning",
            "limits leave no room",
            where,
            f"lower = upper = {limits.lower:g}",
            "lower below upper",
            "Fix the joint if it should not move. A URDF limit that is not given counts as zero.",
        )
    elif joint.kind == "revolute" and WIDEST < limits.upper - limits.lower < math.inf:
        yield Finding(
            "warning",
            "implausibly wide limits",
            where,
            f"{limits.lower:g} to {limits.upper:g} rad",
            f"a range of at most {WIDEST:.3g} rad",
            "Are they in degrees? Then say so: [units] angle = 'deg'.",
        )
    for name in ("velocity", "effort"):
        value = getattr(limits, name)
        if value < 0:
            hint = "A limit is a size, and holds in both directions."
            what = f"{name} limit is negative"
            yield Finding("error", what, where, f"{value:g}", "zero or more", hint)
        elif value == 0:
            hint = "Leave it out if it is unknown."
            what = f"{name} limit is zero"
            yield Finding("warning", what, where, f"{value:g}", "more than zero", hint)
