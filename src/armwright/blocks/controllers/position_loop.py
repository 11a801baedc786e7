"""The outer loop of a drive: from a position error to a velocity."""

from __future__ import annotations

from collections.abc import Mapping

import casadi as cs

from armwright.block.block import Block
from armwright.block.declarations import Input, Output, Parameter, State
from armwright.block.quantities import Quantities


class PositionLoop(Block):
    """ω_cmd = k_ff ṙ + k_v e + k_i ∫e dt, e = r − θ.  S3, at 1 kHz there."""

    kind = "position_loop"

    reference_motor_position = Input("rad", "r")
    reference_motor_velocity = Input("rad/s", "ṙ")
    measured_motor_position = Input("rad", "θ")
    commanded_motor_velocity = Output("rad/s", "ω_cmd")
    position_integral = State("rad s", "∫e dt", fixed=True)
    position_gain = Parameter("1/s", "k_v", at_least=0.0)
    position_integral_gain = Parameter("1/s²", "k_i", default=0.0, at_least=0.0)
    velocity_feedforward = Parameter("", "k_ff, the share of ṙ handed on", default=1.0)

    def equations(self, x: Quantities) -> Mapping[str, cs.SX | float]:
        e = x.reference_motor_position - x.measured_motor_position
        velocity = (
            x.velocity_feedforward * x.reference_motor_velocity
            + x.position_gain * e
            + x.position_integral_gain * x.position_integral
        )
        return {"commanded_motor_velocity": velocity, "position_integral": e}
