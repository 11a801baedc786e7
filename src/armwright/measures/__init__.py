"""Figures of how well an arm does, and what they depend on: arrays in and arrays out.

`path.py` measures signals, `sensitivity.py` looks at the figures of many runs.
"""

from typing import TYPE_CHECKING

from armwright.later import imported_later
from armwright.measures.path import (
    LineDeviation,
    reversal_times,
    step_about,
    straight_line_deviation,
    swing_about,
)

if TYPE_CHECKING:
    from armwright.measures.sensitivity import (
        Estimates,
        SobolIndices,
        rank_correlations,
        sobol_indices,
    )

__all__ = [
    "Estimates",
    "LineDeviation",
    "SobolIndices",
    "rank_correlations",
    "reversal_times",
    "sobol_indices",
    "step_about",
    "straight_line_deviation",
    "swing_about",
]

__getattr__ = imported_later(
    __name__,
    {
        "Estimates": "armwright.measures.sensitivity",
        "SobolIndices": "armwright.measures.sensitivity",
        "rank_correlations": "armwright.measures.sensitivity",
        "sobol_indices": "armwright.measures.sensitivity",
    },
)
