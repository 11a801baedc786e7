"""Whether the steps of a run are short enough: slices of it are repeated with steps half as long.

A few slices, spread over the run, begin once more where they began, and end somewhere else. A
method of second order is four times as good there, so that the difference is 3/4 of the error. What
the joints are apart at the ends is added up, without its signs, as if nothing corrected it, and
taken for the whole run: so it is in an arm without a controller; in a closed loop it is an upper
bound, mostly. What happens in an instant between the slices is not seen.
"""

from __future__ import annotations

import numpy as np

from armwright.arrays import Array
from armwright.compiler import Frames, NotFinite
from armwright.simulation.loop import Loop
from armwright.system.names import POSITION

#: How many slices, and how much of a run they are together; each costs twice its own time.
SLICES = 10
_PART = 0.05
#: In ticks, so that one can stop a long run at any time.
_LONGEST = 4096
#: x(h) − x(h/2) → x(h) − x(0), for a method of second order.
_TO_THE_LIMIT = 4.0 / 3.0


class Guard:
    """Watches the first block of some runs while they go on. `hold`: for how many steps inertia is
    held; slices begin where it is new."""

    def __init__(self, loop: Loop, hold: int = 1) -> None:
        self._loop = loop
        ticks = loop.system.setup.ticks
        slices = min(SLICES, ticks)
        self._length = max(1, min(_LONGEST, round(_PART * ticks / slices)))
        last = ticks - self._length
        begins = (round(k * last / max(1, slices - 1)) for k in range(slices))
        self._begins = {begin - begin % hold for begin in begins}
        self._part = len(self._begins) * self._length / ticks
        self._apart: Array = np.zeros((1, loop.system.plant.arrangement.joints))

    def ticks(self, frames: Frames, most: int) -> int:
        """How far to go at once, so that slices begin and end where they should."""
        if frames.tick in self._begins:
            return self._length
        return min([most, *(b - frames.tick for b in self._begins if b > frames.tick)])

    def copy(self, frames: Frames) -> Frames | None:
        """The first block where a slice begins; None anywhere else."""
        return frames.first_block() if frames.tick in self._begins else None

    def compare(self, before: Frames, after: Frames) -> None:
        """A slice that led from `before` to `after`, once more."""
        other = self._loop.halving(before)
        try:
            self._loop.compiled.advance(other, after.tick - before.tick)
        except NotFinite:
            self._apart = self._apart + np.inf
            return
        n = self._apart.shape[1]
        ends = after.first_block().get(POSITION)[:, :n], other.get(POSITION)[:, :n]
        self._apart = self._apart + np.abs(ends[0] - ends[1])

    @property
    def error(self) -> float:
        """The estimate for all of the run from what was seen of it until now, rad (or m)."""
        return float(_TO_THE_LIMIT * self._apart.max() / self._part)
