"""Paths whose corners are rounded."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from armwright.arrays import Array
from armwright.blocks.references.biarc import biarc
from armwright.blocks.references.path import Path, Piece, bends

#: rad: a smaller bend is none, and a larger one turns back, which nothing rounds.
SMOOTH, BACK = 1e-6, math.radians(179.0)
#: What is left of a piece is left out if it is shorter than this part of it.
NOTHING = 1e-9


class Rounded(NamedTuple):
    """`marks`: s at the beginning, at each corner or the middle of its rounding, and at the end."""

    path: Path
    marks: tuple[float, ...]


class TooShort(Exception):
    """Piece `piece` has no room for the roundings at its ends; there is room for `largest` m."""

    def __init__(self, piece: int, largest: float) -> None:
        super().__init__(piece, largest)
        self.piece, self.largest = piece, largest


def rounded(pieces: Sequence[Piece], blend: float) -> Rounded:
    """Corners are replaced, from `blend` (m, along the pieces) before them to as far behind, by two
    arcs without a corner between them. The tool stops at corners that stay: all for blend = 0, and
    where it turns back. Where pieces meet without a corner nothing changes."""
    turns = bends(pieces)
    cut = [blend > 0 and SMOOTH < turn < BACK for turn in turns]
    kept = [
        _kept(k, piece, blend, *ends)
        for k, (piece, *ends) in enumerate(zip(pieces, [False, *cut], [*cut, False], strict=True))
    ]
    found: list[Piece] = []
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


def _kept(k: int, piece: Piece, blend: float, first: bool, last: bool) -> tuple[float, float]:
    """From where to where (s) it stays, if roundings replace its first or last part."""
    ends = int(first) + int(last)
    if ends * blend > piece.length * (1 + NOTHING):
        raise TooShort(k, piece.length / ends)
    part = blend / piece.length
    return (part if first else 0.0), (1 - part if last else 1.0)


def _pose(piece: Piece, s: float) -> tuple[Array, Array]:
    """Point and direction."""
    course = piece.at(np.array([s]))
    return course.point[0], course.slope[0] / piece.length
