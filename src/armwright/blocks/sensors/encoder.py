"""The encoder on the motor's shaft."""

from __future__ import annotations

from collections.abc import Mapping

import casadi as cs

from armwright.block.declarations import Input, Output
from armwright.block.quantities import Quantities
from armwright.blocks.sensors.position_sensor import PositionSensor


class Encoder(PositionSensor):
    """θ_m = ⌊(θ + noise)/Δ + ½⌋ Δ of the motors, and their velocity: see PositionSensor."""

    kind = "encoder"
    side = "motor"

    motor_position = Input("rad", "θ")
    motor_velocity = Input("rad/s", "ω")
    measured_motor_position = Output("rad", "θ_m")
    measured_motor_velocity = Output("rad/s", "ω_m")

    def equations(self, x: Quantities) -> Mapping[str, cs.SX | float]:
        position, velocity, kept = self.measured(x, x.motor_position, x.motor_velocity)
        return {"measured_motor_position": position, "measured_motor_velocity": velocity, **kept}
