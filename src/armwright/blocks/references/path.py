"""Several curves, one after the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np

from armwright.arrays import Array
from armwright.blocks.references.arc import Arc
from armwright.blocks.references.curve import Course
from armwright.blocks.references.line import Line

Piece = Line | Arc


@dataclass(frozen=True, eq=False)
class Path:
    """Each piece begins where the one before ends. `stops`: the pieces after which the direction
    jumps."""

    pieces: tuple[Piece, ...]
    stops: tuple[int, ...] = ()

    @cached_property
    def length(self) -> float:
        return float(sum(piece.length for piece in self.pieces))

    @cached_property
    def breaks(self) -> Array:
        """s where pieces begin, and 1."""
        ends = np.cumsum([piece.length for piece in self.pieces])
        return np.array([0.0, *ends[:-1] / ends[-1], 1.0])

    @property
    def corners(self) -> tuple[float, ...]:
        return tuple(float(self.breaks[k + 1]) for k in self.stops)

    def at(self, s: Array) -> Course:
        last = len(self.pieces) - 1
        place = np.clip(np.searchsorted(self.breaks, s, side="right") - 1, 0, last)
        point, slope, bend = np.empty((len(s), 3)), np.empty((len(s), 3)), np.empty((len(s), 3))
        for k in np.unique(place).tolist():
            here, begin = place == k, self.breaks[k]
            part = self.breaks[k + 1] - begin
            course = self.pieces[k].at((s[here] - begin) / part)
            point[here] = course.point
            slope[here], bend[here] = course.slope / part, course.bend / part**2
        return Course(point, slope, bend)


def directions(piece: Piece) -> tuple[Array, Array]:
    """Unit vectors along it at its beginning and its end."""
    first, last = piece.at(np.array([0.0, 1.0])).slope / piece.length
    return first, last


def bends(pieces: Sequence[Piece]) -> list[float]:
    """By how much the direction jumps (rad) from each piece to the next."""
    ends = [directions(piece) for piece in pieces]
    found = []
    for (_, before), (after, _) in pairwise(ends):
        cross = float(np.linalg.norm(np.cross(before, after)))
        found.append(float(np.arctan2(cross, before @ after)))
    return found
