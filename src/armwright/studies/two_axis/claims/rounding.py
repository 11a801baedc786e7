"""Statements that have to hold to rounding."""

from __future__ import annotations

import numpy as np

from armwright.arrays import Array
from armwright.studies.claim import Claim, Statement, at_most
from armwright.studies.two_axis.wording import scientific


def rounding(key: str, where: str, says: str, tolerance: float, unit: str) -> Statement:
    """That what the source's formula gives is what there is, but for rounding."""
    why = "rounding: all numbers of the formula are the arm's own"
    limits = {"apart": at_most("largest difference", tolerance, unit, why)}
    return Statement(key, where, says, "number", limits)


def rounded(statement: Statement, what: str, apart: float) -> Claim:
    """`apart`: the largest difference that there is in `what`."""
    limits = statement.limits["apart"]
    assert limits.high is not None
    size = f"{scientific(apart, 1)} {limits.unit}".strip()
    got = f"{what}: {size} at most; tolerance {scientific(limits.high)}"
    return statement.judged(got, apart=apart)


def farthest(found: Array, expected: Array) -> float:
    """The largest difference of two arrays."""
    return float(np.abs(found - expected).max())
