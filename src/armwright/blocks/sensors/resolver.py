"""The resolver on the motor's shaft."""

from __future__ import annotations

from collections.abc import Mapping

import casadi as cs

from armwright.block.declarations import Input, Output, Parameter
from armwright.block.quantities import Quantities
from armwright.blocks.sensors.position_sensor import PositionSensor


class Resolver(PositionSensor):
    """θ_m = ⌊(θ + R + noise)/Δ + ½⌋ Δ with the ripple R = A₁ sin θ + A₂ sin(2θ + φ₂).  S0 (3.2).

    Ripple comes from windings that are off centre or unequal. It is in a velocity that is made of
    differences, and not in one that is measured itself. See PositionSensor.
    """

    kind = "resolver"
    side = "motor"

    motor_position = Input("rad", "θ")
    motor_velocity = Input("rad/s", "ω")
    measured_motor_position = Output("rad", "θ_m")
    measured_motor_velocity = Output("rad/s", "ω_m")
    ripple_1 = Parameter("rad", "A₁, once per turn", default=0.0)
    ripple_2 = Parameter("rad", "A₂, twice per turn", default=0.0)
    phase_2 = Parameter("rad", "φ₂", default=0.0)

    def equations(self, x: Quantities) -> Mapping[str, cs.SX | float]:
        theta = x.motor_position
        if x.site.fidelity.ripple:
            ripple = x.ripple_1 * cs.sin(theta) + x.ripple_2 * cs.sin(2.0 * theta + x.phase_2)
            theta = theta + ripple
        position, velocity, kept = self.measured(x, theta, x.motor_velocity)
        return {"measured_motor_position": position, "measured_motor_velocity": velocity, **kept}
