"""A constant force at the tool."""

from __future__ import annotations

from collections.abc import Mapping

import casadi as cs

from armwright.block.block import Block
from armwright.block.declarations import Output, Parameter
from armwright.block.quantities import NO_LIMIT, Quantities
from armwright.blocks.disturbances.interval import during


class ToolForce(Block):
    """F = (F_x, F_y, F_z) for begin ≤ t < end, else 0: what the surroundings exert on the arm.

    It acts at the tool frame's origin, in world axes.
    """

    kind = "tool_force"

    tool_force = Output("N", "F, world axes", size="axis", acts="tool")
    force_x = Parameter("N", "F_x", default=0.0, size="one")
    force_y = Parameter("N", "F_y", default=0.0, size="one")
    force_z = Parameter("N", "F_z", default=0.0, size="one")
    begin = Parameter("s", "when it sets in", default=0.0, size="one")
    end = Parameter("s", "when it ceases", default=NO_LIMIT, size="one")

    def equations(self, x: Quantities) -> Mapping[str, cs.SX | float]:
        force = cs.vertcat(x.force_x, x.force_y, x.force_z)
        return {"tool_force": during(x.time, x.begin, x.end, force)}
