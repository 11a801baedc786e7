"""The laser tracker that follows a target on the arm."""

from __future__ import annotations

from collections.abc import Mapping

import casadi as cs

from armwright.block.declarations import Input, Output, Parameter
from armwright.block.quantities import Quantities
from armwright.blocks.sensors.framed import Framed


class LaserTracker(Framed):
    """p_m = p + R_bf o + noise, in base axes; o from the frame's origin to the target.

    S2, chapter 6, measures with noise of 0.1 mm.
    """

    kind = "laser_tracker"

    position = Input("m", "p, of the frame's origin", signal="position of", size="axis")
    rotation = Input("", "R_bf", signal="rotation of", size=9)
    measured_tool_position = Output("m", "p_m", size="axis")
    target_offset = Parameter(
        "m", "o, where the target sits, in its frame", default=0.0, size="axis"
    )
    noise = Parameter("m", "standard deviation", default=1e-4, at_least=0.0, size="axis")

    def equations(self, x: Quantities) -> Mapping[str, cs.SX | float]:
        target = x.position + cs.mtimes(cs.reshape(x.rotation, 3, 3), x.target_offset)
        return {"measured_tool_position": target + x.noise * x.normal("position", 3)}
