"""The encoder on the joint's side of the gear."""

from __future__ import annotations

from collections.abc import Mapping

import casadi as cs

from armwright.block.declarations import Input, Output
from armwright.block.quantities import Quantities
from armwright.blocks.sensors.position_sensor import PositionSensor


class JointEncoder(PositionSensor):
    """θ_m = ⌊(θ + noise)/Δ + ½⌋ Δ of the joints, and their velocity: see PositionSensor."""

    kind = "joint_encoder"
    side = "joint"

    joint_position = Input("rad", "θ", size="joint")
    joint_velocity = Input("rad/s", "ω", size="joint")
    measured_joint_position = Output("rad", "θ_m", size="joint")
    measured_joint_velocity = Output("rad/s", "ω_m", size="joint")

    def equations(self, x: Quantities) -> Mapping[str, cs.SX | float]:
        position, velocity, kept = self.measured(x, x.joint_position, x.joint_velocity)
        return {"measured_joint_position": position, "measured_joint_velocity": velocity, **kept}
