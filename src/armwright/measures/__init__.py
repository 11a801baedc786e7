"""Figures of how well an arm does: pure functions of signals, arrays in and arrays out."""

from armwright.measures.path import (
    LineDeviation,
    reversal_times,
    step_about,
    straight_line_deviation,
    swing_about,
)

__all__ = [
    "LineDeviation",
    "reversal_times",
    "step_about",
    "straight_line_deviation",
    "swing_about",
]
