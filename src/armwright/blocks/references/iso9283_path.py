"""The paths of ISO 9283 on its test plane."""

from __future__ import annotations

from armwright.block.declarations import Option
from armwright.blocks.references.cartesian_path import polygon, round_corners
from armwright.blocks.references.iso9283_cycles import PathInCycles
from armwright.blocks.references.options import not_negative
from armwright.blocks.references.path import Path
from armwright.errors import InputError

SHAPES = ("line", "circle", "small_circle", "corner")


class Iso9283Path(PathInCycles):
    """p(s(t)) along a line, a circle or a rectangle on a test plane; the orientation stays.

    Sizes: module `iso9283`. At the rectangle's corners the tool stops, or rounds them with `blend`;
    it starts between two corners. With several cycles it rests after each; from the end of the line
    it returns to its beginning.
    """

    kind = "iso9283_path"

    shape = Option(str, "which of the paths", choices=SHAPES)
    blend = Option(float, "from which distance on corners are rounded, in m", default=0.0)

    def one_cycle(self) -> Path:
        plane = self.test_plane
        blend = not_negative(self.name, "blend", self.blend, "m")
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
