"""The tool along a straight line."""

from __future__ import annotations

from armwright.arrays import Array
from armwright.block.declarations import Option
from armwright.blocks.references.cartesian import Cartesian
from armwright.blocks.references.curves import Line, ToolCurve
from armwright.blocks.references.options import point


class CartesianLine(Cartesian):
    """p = b + (e − b) s(t); joint positions by inverse kinematics."""

    kind = "cartesian_line"

    begin = Option(
        tuple, "x, y, z in m where it starts; by default where the posture has it", default=None
    )
    end = Option(tuple, "x, y, z in m where it goes to")

    def curve(self, tool: Array) -> ToolCurve:
        begin = tool if self.begin is None else point(self.name, "begin", self.begin)
        return Line(begin, point(self.name, "end", self.end))
