"""The paths of ISO 9283 on its test plane."""

from __future__ import annotations

import numpy as np

from armwright.block.declarations import Option
from armwright.blocks.references.cartesian_path import polygon, round_corners
from armwright.blocks.references.curves import Line
from armwright.blocks.references.iso9283 import IsoPlane
from armwright.blocks.references.iso9283_cycles import PathInCycles
from armwright.blocks.references.options import not_negative
from armwright.blocks.references.path import Path, PathPiece
from armwright.errors import InputError

SHAPES = ("line", "circle", "small_circle", "corner", "all")


class Iso9283Path(PathInCycles):
    """p(s(t)) along a line, a circle or a rectangle on a test plane; the orientation stays.

    Sizes: module `iso9283`. At the rectangle's corners the tool stops, or rounds them with `blend`;
    it starts between two corners. With several cycles it rests after each; from the end of the line
    it returns to its beginning. `all`: line, rectangle, large and small circle in one programme,
    straight from one to the next.
    """

    kind = "iso9283_path"

    shape = Option(str, "which of the paths", choices=SHAPES)
    blend = Option(float, "from which distance on corners are rounded, in m", default=0.0)

    def one_cycle(self) -> Path:
        plane = self.test_plane
        blend = not_negative(self.name, "blend", self.blend, "m")
        if self.shape == "all":
            corners = round_corners(self.name, polygon(plane.rectangle()), blend).path
            return _programme(plane, corners)
        if self.shape == "corner":
            return round_corners(self.name, polygon(plane.rectangle()), blend).path
        if blend:
            raise InputError(
                f"a {self.shape.replace('_', ' ')} has no corners to round",
                where=f"block '{self.name}'",
                got=f"blend = {blend:g}",
                hint="Leave 'blend' out.",
            )
        if self.shape == "line":
            return Path((plane.line(),))
        return Path((plane.circle(small=self.shape != "circle"),))


def _programme(plane: IsoPlane, corners: Path) -> Path:
    """The shapes one after the other, with a rest where one begins or ends."""
    pieces: list[PathPiece] = []
    stops: list[int] = []
    circles = [Path((plane.circle(small=small),)) for small in (False, True)]
    for shape in (Path((plane.line(),)), corners, *circles):
        if pieces:
            there, here = pieces[-1].at(np.ones(1)), shape.pieces[0].at(np.zeros(1))
            pieces.append(Line(there.point[0], here.point[0]))
            stops += [len(pieces) - 2, len(pieces) - 1]
        stops += [len(pieces) + stop for stop in shape.stops]
        pieces += shape.pieces
    return Path(tuple(pieces), tuple(stops))
