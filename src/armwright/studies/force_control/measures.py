"""Numbers of runs against a wall."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from armwright.signals import Run

#: Of the set force: within this it has settled.
BAND = 0.02
#: s before the arm begins to slide, in which the force is judged.
JUDGED = 0.5
#: Of the set force, standard deviation: what swings more is not held.
STEADY = 0.02
#: s after the slide begins or ends that belong to it.
_SLIDE = 2.3


@dataclass(frozen=True)
class Touch:
    """Of one run; forces as parts of the set force. `overshoot` and `settling` (s after the first
    touch; infinite if it does not) before the slide; `error` and `swing`, mean and standard
    deviation just before it. `lost`: records without contact after settling, or after half of the
    push if it does not. `sliding`: largest deviation while it slides; `across`: largest distance
    from the line along the wall then, m."""

    overshoot: float
    settling: float
    error: float
    swing: float
    lost: int
    sliding: float
    across: float

    @property
    def held(self) -> bool:
        return bool(np.isfinite(self.settling) and self.lost == 0 and self.swing < STEADY)


def touched(run: Run, wanted: float, slide: float) -> Touch:
    """`wanted`: the set force, N. `slide`: when the arm begins to slide, s."""
    time = run.data["time"].values
    force = run.data["contact_force"].values.reshape(len(time)) / wanted
    first = int(np.argmax(force > 0.0))
    push, end = time < slide, int(np.searchsorted(time, slide))
    outside = np.flatnonzero(np.abs(force[:end] - 1.0) > BAND)
    last = int(outside[-1]) + 1 if len(outside) else 0
    settles = last < end
    judged = push & (time >= slide - JUDGED)
    sliding = (time >= slide) & (time < slide + _SLIDE)
    after = last if settles else (first + end) // 2
    gone = run.data["tool_position"].values - run.data["reference_tool_position"].values
    return Touch(
        overshoot=max(float(force[:end].max() - 1.0), 0.0),
        settling=float(time[last] - time[first]) if settles else float("inf"),
        error=float(force[judged].mean() - 1.0),
        swing=float(force[judged].std()),
        lost=int(np.count_nonzero(force[after:] <= 0.0)),
        sliding=float(np.abs(force[sliding] - 1.0).max()),
        across=float(np.linalg.norm(gone[sliding][:, 1:], axis=1).max()),
    )


def unheld(found: Mapping[float, Touch]) -> list[float]:
    """The stiffnesses of walls that were not held."""
    return [stiffness for stiffness, one in found.items() if not one.held]
