"""The paths of ISO 9283 on its test plane."""

from __future__ import annotations

from types import MappingProxyType

from armwright.arrays import Array
from armwright.block.declarations import Option
from armwright.blocks.references.cartesian import Cartesian
from armwright.blocks.references.cartesian_path import polygon, round_corners
from armwright.blocks.references.curves import ToolCurve
from armwright.blocks.references.iso9283 import OnTestPlane
from armwright.blocks.references.options import not_negative
from armwright.errors import InputError

SHAPES = ("line", "circle", "small_circle", "corner")


class Iso9283Path(Cartesian, OnTestPlane):
    """p(s(t)) along a line, a circle or a rectangle on a test plane; the orientation stays.

    Sizes: module `iso9283`. At the rectangle's corners the tool stops, or rounds them with `blend`.
    """

    kind = "iso9283_path"
    declared = MappingProxyType({**Cartesian.declared, **OnTestPlane.declared})

    shape = Option(str, "which of the paths", choices=SHAPES)
    blend = Option(float, "from which distance on corners are rounded, in m", default=0.0)

    def curve(self, tool: Array) -> ToolCurve:
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
        return plane.line() if self.shape == "line" else plane.circle(small=self.shape != "circle")
