"""Joints: limits, and lengths that look like millimetres."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from armwright.robot.checks.tree import reach
from armwright.robot.contents import LIMITS_MISSING, UNLIMITED
from armwright.robot.finding import Finding
from armwright.robot.links import Joint
from armwright.robot.mimic import Mimic
from armwright.robot.model import Description

#: Longer than any arm (m), and more than any joint turns (rad).
LONGEST, WIDEST = 50.0, 40 * math.pi


def check_joints(robot: Description) -> Iterator[Finding]:
    turning = [joint for joint in robot.joints if joint.moves and joint.kind == "revolute"]
    limited = [joint.name for joint in turning if not _unlimited(joint)]
    for joint in robot.joints:
        if joint.moves:
            yield from _limits(joint)
            yield from _no_limits(robot, joint, limited)
        if joint.mimic is not None:
            yield from _follows(joint, joint.mimic, robot.joint(joint.mimic.joint))
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


def _no_limits(robot: Description, joint: Joint, limited: Sequence[str]) -> Iterator[Finding]:
    """Where the format asks for them, or where other joints that turn (`limited`) have them."""
    if not _unlimited(joint):
        return
    path, beyond = f"joints.{joint.name}.limits", "No reference is beyond what it can do."
    said = robot.source_of(path)
    where = f"joint '{joint.name}'"
    if joint.kind == "prismatic":
        if said == LIMITS_MISSING:
            yield Finding(
                "warning",
                "slides without limits",
                where,
                "it slides without end",
                "lower and upper",
                beyond,
            )
        return
    excused = joint.mimic is not None or joint.name in robot.passive_joints
    if said == LIMITS_MISSING or (limited and said != UNLIMITED and not excused):
        yield Finding(
            "warning",
            "has no limits",
            where,
            "it turns without end",
            f"lower and upper, as joint '{limited[0]}' has" if limited else "lower and upper",
            f'{beyond} If that is meant, say so in [sources]: "{path}" = "{UNLIMITED}".',
        )


def _unlimited(joint: Joint) -> bool:
    return math.isinf(joint.limits.lower) and math.isinf(joint.limits.upper)


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
            "Fix the joint if it should not move.",
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


def _follows(joint: Joint, mimic: Mimic, master: Joint) -> Iterator[Finding]:
    """Does a joint that mimics another move, and stay within its own limits?"""
    where = f"joint '{joint.name}'"
    if mimic.multiplier == 0:
        yield Finding(
            "warning",
            f"mimics joint '{master.name}' but never moves",
            where,
            "multiplier 0",
            "a multiplier that is not zero",
            "Fix the joint if it should not move.",
        )
        return
    if mimic.more:
        return  # how far it goes depends on how the others move together
    reached = [mimic.multiplier * x + mimic.offset for x in _bounds(master)]
    low, high = min(reached), max(reached)
    lower, upper = _bounds(joint)
    # Limits are written with a few digits.
    room = 1e-3 * (upper - lower) if math.isfinite(upper - lower) else 0.0
    if lower < upper and (low < lower - room or high > upper + room):
        yield Finding(
            "warning",
            "leaves its limits where the joint that it mimics is within its own",
            where,
            f"{low:g} to {high:g}, for joint '{master.name}'",
            f"within {lower:g} to {upper:g}",
            "Check multiplier and offset, or the limits of both.",
        )


def _bounds(joint: Joint) -> tuple[float, float]:
    return joint.limits.lower, joint.limits.upper
