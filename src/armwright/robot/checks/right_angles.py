"""Angles that were meant as multiples of π/2 and lost digits on the way."""

from __future__ import annotations

import math
from collections.abc import Iterator

from armwright.arrays import Array
from armwright.robot.finding import Finding
from armwright.robot.model import Description
from armwright.robot.pose import Pose, rpy_from_rotation
from armwright.robot.snapping import TOLERANCE as SNAPPED

#: Closer than this, as 1.57079632679 is, it does no harm; 2π with two decimals is off by 3.2e-3.
EXACT, TRUNCATED = 1e-10, 4e-3
#: No arm is measured this well: an angle so near a right one was meant as one. Farther away it
#: may be the result of a calibration, unless its digits are those of a rounded or cut multiple.
UNMEASURABLE = 2e-5
FEWEST_DECIMALS, MOST_DECIMALS = 2, 4


def check_right_angles(robot: Description) -> Iterator[Finding]:
    for joint in robot.joints:
        yield from _angles(joint.origin, f"joint '{joint.name}'")
    for frame in robot.frames:
        yield from _angles(frame.pose, f"frame '{frame.name}'")
    for axis in robot.elastic:
        yield from _angles(axis.origin, axis.where)


def _angles(pose: Pose, where: str) -> Iterator[Finding]:
    """At most one finding: whoever lost digits in one angle did so in the others."""
    for angle in _as_written(pose.rotation):
        quarters = round(angle / (math.pi / 2))
        right = quarters * math.pi / 2
        if quarters and _meant(angle, right):
            snaps = abs(angle - right) < SNAPPED
            yield Finding(
                "warning",
                f"angle looks like a truncated {'π' if quarters % 2 == 0 else 'π/2'}",
                where,
                f"{angle:.12g} rad",
                f"{right!r}",
                f"Write it with all digits{', or load with snap_angles=True' if snaps else ''}.",
            )
            return


def _meant(angle: float, right: float) -> bool:
    off = abs(angle - right)
    if off < UNMEASURABLE:
        return off > EXACT
    return off < TRUNCATED and any(
        abs(angle - near) < 1e-9
        for decimals in range(FEWEST_DECIMALS, MOST_DECIMALS + 1)
        for near in (round(right, decimals), math.trunc(right * 10**decimals) / 10**decimals)
    )


def _as_written(rotation: Array) -> list[float]:
    """Roll, pitch and yaw; of the ways to say the same rotation, the one with the fewest digits."""
    roll, pitch, yaw = rpy_from_rotation(rotation)
    ways = ((roll, pitch, yaw), (roll + math.pi, math.pi - pitch, yaw + math.pi))
    shortest = [[_shortest(angle) for angle in way] for way in ways]
    return min(shortest, key=lambda way: sum(map(_length, way)))


def _shortest(angle: float) -> float:
    """The angle, or whole turns more or less, within two turns."""
    angle = math.remainder(angle, 2 * math.pi)
    return min((angle, angle - math.copysign(2 * math.pi, angle)), key=_length)


def _length(angle: float) -> int:
    return len(f"{abs(round(angle, 13)):.14g}")
