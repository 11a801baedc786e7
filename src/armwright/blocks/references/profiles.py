"""The speed profiles that references can choose from."""

from __future__ import annotations

from armwright.blocks.references.jerk_limited import JerkLimited
from armwright.blocks.references.profile import Number, Profile, Trapezoid

PROFILES = ("trapezoid", "jerk_limited")
MEANING = "how the speed rises and falls: with jumps of the acceleration, or with limited jerk"


def make_profile(name: str, speed: Number, acceleration: Number, jerk: Number) -> Profile:
    """The profile of that name; `jerk` matters only for the jerk-limited one."""
    if name == "jerk_limited":
        return JerkLimited(speed, acceleration, jerk)
    return Trapezoid(speed, acceleration)
