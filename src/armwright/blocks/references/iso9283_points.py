"""The five points of ISO 9283, one after the other."""

from __future__ import annotations

from collections.abc import Sequence

from armwright.block.declarations import Option
from armwright.blocks.references.iso9283_moves import PoseToPose, Stop


class Iso9283Points(PoseToPose):
    """From point to point of a test plane, each met at rest, by moves of the joints; the tool's
    orientation is the same at all of them, but not on the way.

    One cycle leads from P1 to P5, P4, P3, P2 and back to P1. Points: module `iso9283`. With the
    order 4, 2 it is the way for the distance accuracy, with 2, 1 that for the drift. Joint
    positions are those of the controller's model, at P1 near to the posture, then near to the
    point before.
    """

    kind = "iso9283_points"

    order = Option(tuple, "numbers of the points in one cycle", default=(1, 5, 4, 3, 2, 1))

    def stops(self) -> Sequence[Stop]:
        places = self.test_plane.points
        return [(f"P{k}", places[k - 1]) for k in self.numbered("order", self.order)]
