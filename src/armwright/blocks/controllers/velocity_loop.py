"""The inner loop of a drive: from a velocity error to a current."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import casadi as cs

from armwright.blocks.block import Block
from armwright.blocks.controllers.windup import anti_windup_option, integrand
from armwright.blocks.declarations import Input, Output, Parameter, State
from armwright.blocks.drives import NO_LIMIT, current_limits
from armwright.blocks.quantities import Quantities, Setting


class VelocityLoop(Block):
    """i = k (e + ∫e dt/T) + i_ff + a r̈ + f_c tanh(ṙ/v_t) + f_v ṙ, e = ω_cmd − ω.

    S3, at 4 kHz there: PI control with feed-forward of acceleration and friction; f_c may differ
    for ṙ > 0 and ṙ < 0, as S3's friction does. i is kept within ±current_limit; `anti_windup` says
    what the integral does meanwhile.
    """

    kind = "velocity_loop"

    commanded_motor_velocity = Input("rad/s", "ω_cmd")
    measured_motor_velocity = Input("rad/s", "ω")
    reference_motor_velocity = Input("rad/s", "ṙ", default=0.0)
    reference_motor_acceleration = Input("rad/s²", "r̈", default=0.0)
    feedforward = Input("A", "i_ff", signal="feedforward_motor_current", default=0.0)
    commanded_motor_current = Output("A", "i")
    limited = Output("", "1 while i is at its limit", flag=True)
    velocity_integral = State("rad/s", "∫e dt/T", trimmed=True)
    velocity_gain = Parameter("A s/rad", "k", above=0.0)
    integral_time = Parameter("s", "T", above=0.0)
    acceleration_feedforward = Parameter("A s²/rad", "a", default=0.0)
    coulomb_feedforward = Parameter("A", "f_c", default=0.0, directed=True)
    viscous_feedforward = Parameter("A s/rad", "f_v", default=0.0)
    feedforward_transition = Parameter("rad/s", "v_t", default=1.0, above=0.0)
    current_limit = Parameter("A", "largest |i|", default=NO_LIMIT, above=0.0)
    tracking_time = Parameter(
        "s", "T_t, of back-calculation; T unless given", default="integral_time", above=0.0
    )
    anti_windup = anti_windup_option()

    def known(self, setting: Setting) -> Mapping[str, Any]:
        return {"current_limit": current_limits(setting)}

    def equations(self, x: Quantities) -> Mapping[str, cs.SX | float]:
        e = x.commanded_motor_velocity - x.measured_motor_velocity
        v, a = x.reference_motor_velocity, x.reference_motor_acceleration
        wanted = (
            x.velocity_gain * (e + x.velocity_integral)
            + x.feedforward
            + x.acceleration_feedforward * a
            + x.directed("coulomb_feedforward", v) * cs.tanh(v / x.feedforward_transition)
            + x.viscous_feedforward * v
        )
        current, limited = x.limited(wanted, -x.current_limit, x.current_limit)
        integral = integrand(
            self.anti_windup,
            e,
            wanted=wanted,
            output=current,
            limited=limited,
            gain=x.velocity_gain / x.integral_time,
            tracking_time=x.tracking_time,
        )
        return {
            "commanded_motor_current": current,
            "limited": limited,
            "velocity_integral": integral / x.integral_time,
        }
