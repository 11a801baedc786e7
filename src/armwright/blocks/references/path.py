"""Several curves, one after the other, and the rounding of the corners between them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from armwright.arrays import Array
from armwright.blocks.references.curves import Arc, Course, Line, arc_from

PathPiece = Line | Arc
#: rad: a smaller bend is none, and a larger one turns back, which nothing rounds.
SMOOTH, BACK = 1e-6, math.radians(179.0)
#: What is left of a piece is left out if it is shorter than this part of it.
NOTHING = 1e-9


@dataclass(frozen=True, eq=False)
class Path:
    """Each piece begins where the one before ends. `stops`: the pieces after which the direction
    jumps."""

    pieces: tuple[PathPiece, ...]
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


def directions(piece: PathPiece) -> tuple[Array, Array]:
    """Unit vectors along it at its beginning and its end."""
    first, last = piece.at(np.array([0.0, 1.0])).slope / piece.length
    return first, last


def bends(pieces: Sequence[PathPiece]) -> list[float]:
    """By how much the direction jumps (rad) from each piece to the next."""
    ends = [directions(piece) for piece in pieces]
    found = []
    for (_, before), (after, _) in pairwise(ends):
        cross = float(np.linalg.norm(np.cross(before, after)))
        found.append(float(np.arctan2(cross, before @ after)))
    return found


def biarc(begin: Array, before: Array, end: Array, after: Array) -> tuple[Arc | Line, Arc | Line]:
    """From `begin` in the direction `before` to `end` in the direction `after` (unit vectors).

    Bolton 1975, in space: with p₀, t₀, p₁, t₁ the arcs meet half way between p₀ + d t₀ and
    p₁ − d t₁, where |p₁ − p₀ − d (t₀ + t₁)| = 2d. If p₀ and p₁ are equally far from where
    straight lines along t₀ and t₁ meet, both arcs are parts of one circle.
    """
    v, t = end - begin, before + after
    along, bending = float(v @ t), 2.0 - 2.0 * float(before @ after)
    square = float(v @ v)
    d = square / (along + math.sqrt(along**2 + bending * square))
    middle = (begin + d * before + end - d * after) / 2
    second = arc_from(end, -after, middle)
    turned = Line(second.end, second.begin) if isinstance(second, Line) else second.reversed
    return arc_from(begin, before, middle), turned


class Rounded(NamedTuple):
    """`marks`: s at the beginning, at each corner or the middle of its rounding, and at the end."""

    path: Path
    marks: tuple[float, ...]


class TooShort(Exception):
    """Piece number `piece` has no room for the roundings at its ends, but for `largest` m."""

    def __init__(self, piece: int, largest: float) -> None:
        super().__init__(piece, largest)
        self.piece, self.largest = piece, largest


def rounded(pieces: Sequence[PathPiece], blend: float) -> Rounded:
    """Corners are replaced, from `blend` (m, along the pieces) before them to as far behind, by two
    arcs without a corner between them. The tool stops at corners that stay: all for blend = 0, and
    where it turns back. Where pieces meet without a corner nothing changes."""
    turns = bends(pieces)
    cut = [blend > 0 and SMOOTH < turn < BACK for turn in turns]
    kept = [
        _kept(k, piece, blend, *ends)
        for k, (piece, *ends) in enumerate(zip(pieces, [False, *cut], [*cut, False], strict=True))
    ]
    found: list[PathPiece] = []
    stops: list[int] = []
    marked: list[int] = [0]
    for k, (piece, (first, last)) in enumerate(zip(pieces, kept, strict=True)):
        if last - first > NOTHING:
            found.append(piece.part(first, last))
        if k < len(cut) and cut[k]:
            found += biarc(*_pose(piece, last), *_pose(pieces[k + 1], kept[k + 1][0]))
            marked.append(len(found) - 1)
        elif k < len(cut):
            if turns[k] > SMOOTH:
                stops.append(len(found) - 1)
            marked.append(len(found))
    path = Path(tuple(found), tuple(stops))
    return Rounded(path, (*(float(path.breaks[k]) for k in marked), 1.0))


def _kept(k: int, piece: PathPiece, blend: float, first: bool, last: bool) -> tuple[float, float]:
    """From where to where (s) it stays, if roundings replace its first or last part."""
    ends = int(first) + int(last)
    if ends * blend > piece.length * (1 + NOTHING):
        raise TooShort(k, piece.length / ends)
    part = blend / piece.length
    return (part if first else 0.0), (1 - part if last else 1.0)


def _pose(piece: PathPiece, s: float) -> tuple[Array, Array]:
    """Point and direction."""
    course = piece.at(np.array([s]))
    return course.point[0], course.slope[0] / piece.length
