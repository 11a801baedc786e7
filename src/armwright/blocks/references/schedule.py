"""When a tool is where on its path."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from armwright.arrays import Array
from armwright.blocks.references.profiles import Profile, Progress


@dataclass(frozen=True, eq=False)
class Move:
    """From s = `origin` to s = `target`, at rest before and after; it begins at `begin` (s)."""

    begin: float
    origin: float
    target: float
    profile: Profile

    def at(self, time: Array) -> Progress:
        x = self.profile.at(time - self.begin)
        way = self.target - self.origin
        # Counted from both ends, so that each is met exactly.
        s = (1 - x.position) * self.origin + x.position * self.target
        # At a corner the derivatives are those behind it: this move does not get as far.
        high = max(self.origin, self.target)
        if high < 1:
            s = np.minimum(s, np.nextafter(high, 0.0))
        return Progress(s, way * x.velocity, way * x.acceleration)


@dataclass(frozen=True, eq=False)
class Schedule:
    """Moves, one after the other. `end` (s): when the last one is over."""

    moves: tuple[Move, ...]
    end: float

    def at(self, time: Array) -> Progress:
        """s, ṡ and s̈ at times (N,)."""
        found = self.moves[0].at(time)
        for move in self.moves[1:]:
            here = time >= move.begin
            pairs = zip(move.at(time), found, strict=True)
            found = Progress(*(np.where(here, new, old) for new, old in pairs))
        return found


def scheduled(
    corners: Sequence[float],
    profile: Callable[[float], Profile],
    *,
    begin: float,
    dwell: float,
    back: bool,
) -> Schedule:
    """Along a curve with a rest of `dwell` (s) at its corners and before the way back.

    `profile` makes the profile for a part of the curve.
    """
    legs = list(pairwise((0.0, *corners, 1.0)))
    if back:
        legs += [(b, a) for a, b in reversed(legs)]
    moves: list[Move] = []
    end = begin
    for origin, target in legs:
        start = end + dwell if moves else begin
        moves.append(Move(start, origin, target, profile(abs(target - origin))))
        end = start + moves[-1].profile.duration
    return Schedule(tuple(moves), end)
