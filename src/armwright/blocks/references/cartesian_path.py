"""The tool along straight lines and arcs through several points."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from armwright.arrays import Array
from armwright.block.declarations import Option
from armwright.blocks.references.attitude import Attitude, Slerp
from armwright.blocks.references.cartesian import Cartesian
from armwright.blocks.references.curves import Line, ToolCurve, arc_through
from armwright.blocks.references.options import not_negative, point, refuse_if_free, rotation, unfit
from armwright.blocks.references.path import PathPiece, Rounded, TooShort, rounded
from armwright.errors import InputError

#: m: points nearer to each other are the same.
SAME = 1e-9


class CartesianPath(Cartesian):
    """p(s(t)) along lines and arcs, one speed profile from rest to rest; joint positions by inverse
    kinematics.

    Corners are rounded from `blend` before to as far behind them, between lines by a circular arc,
    else by two arcs (Bolton 1975). Kept are the tool's speed along the path, also in the
    roundings, and the limits of acceleration and jerk along it; not kept: the points at rounded
    corners, and a limit for the acceleration v²/r across. At corners that are not rounded the tool
    stops. With `orientations` it turns from each to the next on the way between two points, about a
    fixed axis, and does not turn at the points, or in the middle of their roundings.
    """

    kind = "cartesian_path"

    points = Option(
        tuple, "x, y, z in m where it starts and goes to; for an arc [via, end], each x, y, z"
    )
    orientations = Option(
        tuple, "of the tool at each point: 3 × 3 matrices, or roll, pitch, yaw", default=None
    )
    blend = Option(float, "from which distance on corners are rounded, in m", default=0.0)

    def curve(self, tool: Array) -> ToolCurve:
        return self.path().path

    def attitude(self, in_posture: Array, free: bool) -> Attitude | None:
        if self.orientations is None:
            return super().attitude(in_posture, free)
        refuse_if_free(self.name, "orientations", free)
        if self.orientation is not None:
            raise InputError(
                "'orientation' and 'orientations' exclude each other",
                where=f"block '{self.name}'",
                hint="Leave out one of them.",
            )
        marks = self.path().marks
        if len(self.orientations) != len(marks):
            expected = f"{len(marks)} orientations, one for each point"
            raise unfit(self.name, "orientations", f"{len(self.orientations)}", expected)
        given = [
            rotation(self.name, f"orientations[{k}]", value, self.degrees)
            for k, value in enumerate(self.orientations)
        ]
        return Slerp(np.array(marks), np.array(given))

    def path(self) -> Rounded:
        """The path, and where on it the points are."""
        blend = not_negative(self.name, "blend", self.blend, "m")
        return round_corners(self.name, self._pieces(), blend)

    def _pieces(self) -> list[PathPiece]:
        if len(self.points) < 2:
            raise unfit(self.name, "points", self.points, "at least two points")
        here = point(self.name, "points[0]", self.points[0])
        pieces: list[PathPiece] = []
        for k, value in enumerate(self.points[1:], start=1):
            piece = self._piece(f"points[{k}]", here, value)
            pieces.append(piece)
            here = piece.at(np.ones(1)).point[0] if not isinstance(piece, Line) else piece.end
        return pieces

    def _piece(self, option: str, here: Array, value: Any) -> PathPiece:
        if not (isinstance(value, tuple) and len(value) == 2 and isinstance(value[0], tuple)):
            there = point(self.name, option, value)
            if np.linalg.norm(there - here) < SAME:
                raise unfit(self.name, option, value, "another point than the one before")
            return Line(here, there)
        via, end = (point(self.name, f"{option}[{i}]", value[i]) for i in range(2))
        found = arc_through(here, via, end)
        if found is None:
            expected = "a point on the way and an end, not on one line with the point before"
            raise unfit(self.name, option, value, expected)
        return found


def round_corners(block: str, pieces: Sequence[PathPiece], blend: float) -> Rounded:
    """As `rounded`, with an error for the user where there is no room."""
    try:
        return rounded(pieces, blend)
    except TooShort as short:
        where = f"between points {short.piece} and {short.piece + 1}"
        expected = f"at most {short.largest:.4g} m: there is no more room {where}"
        raise unfit(block, "blend", blend, expected) from None


def polygon(points: Sequence[Array]) -> list[PathPiece]:
    """Lines from each point to the next."""
    return [Line(a, b) for a, b in pairwise(points)]
