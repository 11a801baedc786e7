"""The laser tracker that follows a target on the tool."""

from __future__ import annotations

from collections.abc import Mapping

import casadi as cs

from armwright.block.declarations import Input, Output, Parameter
from armwright.block.quantities import Quantities
from armwright.blocks.sensors.sampled_sensor import SampledSensor
from armwright.blocks.sensors.tool_rotation import tool_rotation


class LaserTracker(SampledSensor):
    """p_m = p + R_bt(q) o + noise, in base axes; o from the tool frame's origin to the target.

    S2, chapter 6, measures with noise of 0.1 mm.
    """

    kind = "laser_tracker"

    tool_position = Input("m", "p", size="axis")
    joint_position = Input("rad", "q", size="joint")
    measured_tool_position = Output("m", "p_m", size="axis")
    target_offset = Parameter(
        "m", "o, where the target sits, in the tool frame", default=0.0, size="axis"
    )
    noise = Parameter("m", "standard deviation", default=1e-4, at_least=0.0, size="axis")

    def equations(self, x: Quantities) -> Mapping[str, cs.SX | float]:
        offset = cs.mtimes(tool_rotation(x.setting.robot, x.joint_position), x.target_offset)
        target = x.tool_position + offset
        return {"measured_tool_position": target + x.noise * x.normal("position", 3)}
