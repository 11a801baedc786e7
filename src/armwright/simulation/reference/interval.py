"""From one tick to the next, in pieces between which the equations change."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import brentq

from armwright.arrays import Array
from armwright.simulation.reference.channels import Channels, Instant
from armwright.simulation.reference.flow import CHECKS, Flow
from armwright.simulation.reference.trouble import NoSolution

#: More changes than this within a tick are chatter.
_MOST_CHANGES = 200
#: How exactly a change is located, as a share of the tick.
_EXACT = 1e-10


@dataclass(frozen=True)
class Interval:
    """Integrates from tick to tick, `period` s apart."""

    flow: Flow
    channels: Channels
    period: float

    def cross(self, y: Array, fixed: Array, mode: Array) -> tuple[Array, Array]:
        """State and modes at the next tick.

        The equations go on smoothly past a change, as if it did not happen; the first margin that
        is used up is found by root search for the length of the piece, and a new piece begins.
        """
        begin = 0.0
        for _ in range(_MOST_CHANGES):
            rest = self.period - begin
            points = self.flow(y, fixed, mode, begin, rest)
            lengths = rest * np.arange(1, CHECKS + 1) / CHECKS
            margins = self.channels.margins(points, begin + lengths, fixed, mode)
            used_up = np.flatnonzero((margins < 0).any(axis=1))
            if not used_up.size:
                return points[-1], mode
            k = int(used_up[0])
            suspects = np.flatnonzero(margins[k] < 0)
            piece = _Piece(self, y, fixed, mode, begin, suspects)
            length = piece.length(lengths[k - 1] if k else 0.0, float(lengths[k]))
            y, channel = piece.end(length)
            begin += length
            y, mode = self.channels.switched(channel, Instant(begin, y, fixed), mode)
            if self.period - begin < _EXACT * self.period:
                return y, mode
        raise NoSolution(
            f"friction chatters: more than {_MOST_CHANGES} changes of direction, or between "
            f"sticking and sliding, in {begin:g} s. Is a controller too stiff, or a tick too long?"
        )


@dataclass(frozen=True)
class _Piece:
    """A piece of unknown length, ended by the first of the `suspects`."""

    interval: Interval
    y: Array
    fixed: Array
    mode: Array
    begin: float
    suspects: NDArray[np.intp]

    def length(self, low: float, high: float) -> float:
        """0 if a margin is used up already: the state lay on the edge."""
        if low == 0.0 and self._margins(self.y, 0.0).min() <= 0:
            return 0.0
        return float(brentq(self._least, low, high, xtol=_EXACT * self.interval.period))

    def end(self, length: float) -> tuple[Array, int]:
        """The state at the end, and the channel that changes there."""
        y = self._after(length)
        return y, int(self.suspects[np.argmin(self._margins(y, length))])

    def _least(self, length: float) -> float:
        return float(self._margins(self._after(length), length).min())

    def _after(self, length: float) -> Array:
        if length == 0.0:
            return self.y
        end: Array = self.interval.flow(self.y, self.fixed, self.mode, self.begin, length)[-1]
        return end

    def _margins(self, y: Array, length: float) -> Array:
        offsets = np.array([self.begin + length])
        found = self.interval.channels.margins(y[None], offsets, self.fixed, self.mode)
        own: Array = found[0, self.suspects]
        return own
