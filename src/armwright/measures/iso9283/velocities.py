"""How evenly a path is followed; ISO 9283:1998, clause 8.6."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from armwright.measures.iso9283.checks import above_zero, finite, repeated, three_deviations

#: The part of a path, in its middle, on which velocities count.
MIDDLE = 0.5


class VelocityFigures(NamedTuple):
    """AV and RV, parts of the commanded velocity; FV in m/s."""

    accuracy: float
    repeatability: float
    fluctuation: float


def velocity_figures(speeds: Sequence[ArrayLike], command: float) -> VelocityFigures:
    """Of the speeds (m/s) of the tool in the records of each cycle, on the middle half of a
    straight path; 8.6.

    AV = (v̄ − v_c)/v_c with the mean of the cycles' means, RV = 3 S_v/v_c with their deviation,
    FV = max_j (max_i v_ij − min_i v_ij).
    """
    v_c = above_zero("command", command, "m/s")
    cycles = [finite("speeds", one, -1) for one in speeds]
    means = repeated("speeds", [one.mean() for one in cycles])
    return VelocityFigures(
        float((means.mean() - v_c) / v_c),
        float(three_deviations(means) / v_c),
        max(float(np.ptp(one)) for one in cycles),
    )
