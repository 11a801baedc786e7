"""Positions and velocities that the robot cannot have."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TypeAlias

import numpy as np

from armwright.robot.finding import Finding
from armwright.robot.links import Joint
from armwright.robot.model import Description
from armwright.signals.checks.columns import LogColumn, base_name, finding

DEGREES = 180 / math.pi
#: Beyond a limit by this (rad, m, or part of a velocity) is beyond it.
MARGIN, PART = 0.05, 0.1
#: By how much, which, and the limits.
_Outside: TypeAlias = tuple[float, LogColumn, float, float]
#: Turns of a joint that nobody has limited, above which degrees are likelier.
TURNS = 3


def check_limits(columns: Sequence[LogColumn], robot: Description | None) -> Iterator[Finding]:
    for signal in dict.fromkeys(column.signal for column in columns):
        mine = [column for column in columns if column.signal == signal]
        base = base_name(signal)
        if base not in ("joint_position", "joint_velocity"):
            continue
        if robot is None or len(robot.moving_joints) != len(mine):
            if base == "joint_position":
                yield from _turns(signal, mine)
        else:
            yield from _limits(signal, base, mine, robot.moving_joints)


def _turns(signal: str, columns: Sequence[LogColumn]) -> Iterator[Finding]:
    """No robot is known; an arm's joints do not turn ten times, but they do move by 60 degrees."""
    far = [column for column in columns if _largest(column) > TURNS * 2 * math.pi]
    if far:
        worst = max(far, key=_largest)
        yield finding(
            "warning",
            "degrees for radians?",
            signal,
            [column.channel for column in far],
            f"up to {_largest(worst):.4g} rad, {_largest(worst) / (2 * math.pi):.1f} turns",
            f"at most {TURNS} turns of a joint",
            "Multiply by π/180 if they are degrees; motors belong to 'motor_position'.",
        )


def _limits(
    signal: str, base: str, columns: Sequence[LogColumn], joints: Sequence[Joint]
) -> Iterator[Finding]:
    beyond: list[_Outside] = []
    degrees: list[_Outside] = []
    for column, joint in zip(columns, joints, strict=True):
        low, high = _range(base, joint)
        there = column.values[np.isfinite(column.values)]
        if not there.size or not (math.isfinite(low) and math.isfinite(high)):
            continue
        margin = MARGIN if base == "joint_position" else PART * high
        outside = max(low - float(there.min()), float(there.max()) - high)
        if outside <= margin:
            continue
        scaled = there / DEGREES
        inside = scaled.min() >= low - margin and scaled.max() <= high + margin
        turning = joint.kind == "revolute" and _largest(column) > 2 * max(abs(low), abs(high))
        (degrees if inside and turning else beyond).append((outside, column, low, high))
    for found, what, hint in (
        (degrees, "degrees for radians", "Multiply by π/180, or say the unit of the column."),
        (beyond, "beyond the limits of the joint", "Are the columns in the robot's order?"),
    ):
        if found:
            _, column, low, high = max(found, key=lambda one: one[0])
            there = column.values[np.isfinite(column.values)]
            yield finding(
                "error" if found is degrees else "warning",
                what,
                signal,
                [one[1].channel for one in found],
                f"{there.min():.4g} to {there.max():.4g} {column.unit}",
                f"{low:.4g} to {high:.4g} {column.unit}",
                hint,
            )


def _range(base: str, joint: Joint) -> tuple[float, float]:
    if base == "joint_velocity":
        return -joint.limits.velocity, joint.limits.velocity
    return joint.limits.lower, joint.limits.upper


def _largest(column: LogColumn) -> float:
    there = column.values[np.isfinite(column.values)]
    return float(np.abs(there).max()) if there.size else 0.0
