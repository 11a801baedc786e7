"""Claims that have to hold to rounding."""

from __future__ import annotations

import numpy as np

from armwright.studies.claim import Claim, in_number
from armwright.studies.two_axis.source.numbers import Array
from armwright.studies.two_axis.wording import scientific


def to_rounding(
    where: str, says: str, what: str, apart: float, tolerance: float, unit: str
) -> Claim:
    """`apart`: the largest difference that there is."""
    size = f"{scientific(apart, 1)} {unit}".strip()
    got = f"{what}: {size} at most; tolerance {scientific(tolerance)}"
    return in_number(where, says, got, apart <= tolerance)


def farthest(found: Array, expected: Array) -> float:
    """The largest difference of two arrays."""
    return float(np.abs(found - expected).max())
