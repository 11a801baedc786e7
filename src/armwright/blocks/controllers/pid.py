"""PID control of the motors' positions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import casadi as cs

from armwright.block.block import Block
from armwright.block.declarations import Input, Output, Parameter, State
from armwright.block.quantities import NO_LIMIT, Quantities, Site
from armwright.blocks.controllers.windup import anti_windup_option, integrand
from armwright.blocks.drives import torque_limits


class Pid(Block):
    """τ = K_p e + K_i ∫e dt + K_d (ṙ − ω) + τ_ff, e = r − θ, each motor by itself.  S0.

    τ is kept within ±torque_limit; `anti_windup` says what the integral does meanwhile.
    """

    kind = "pid"

    reference_motor_position = Input("rad", "r")
    reference_motor_velocity = Input("rad/s", "ṙ")
    measured_motor_position = Input("rad", "θ")
    measured_motor_velocity = Input("rad/s", "ω")
    feedforward = Input("N m", "τ_ff", signal="feedforward_motor_torque", default=0.0)
    commanded_motor_torque = Output("N m", "τ")
    limited = Output("", "1 while τ is at its limit", flag=True)
    integral = State("rad s", "∫e dt", trimmed=True)
    proportional_gain = Parameter("N m/rad", "K_p", at_least=0.0)
    integral_gain = Parameter("N m/(rad s)", "K_i", default=0.0, at_least=0.0)
    derivative_gain = Parameter("N m s/rad", "K_d", default=0.0, at_least=0.0)
    torque_limit = Parameter("N m", "largest |τ|", default=NO_LIMIT, above=0.0)
    tracking_time = Parameter("s", "T_t, of back-calculation", default=0.1, above=0.0)
    anti_windup = anti_windup_option()

    def known(self, site: Site) -> Mapping[str, Any]:
        return {"torque_limit": torque_limits(site.model)}

    def equations(self, x: Quantities) -> Mapping[str, cs.SX | float]:
        e = x.reference_motor_position - x.measured_motor_position
        e_dot = x.reference_motor_velocity - x.measured_motor_velocity
        wanted = (
            x.proportional_gain * e
            + x.integral_gain * x.integral
            + x.derivative_gain * e_dot
            + x.feedforward
        )
        torque, limited = x.limited(wanted, -x.torque_limit, x.torque_limit)
        integral = integrand(
            self.anti_windup,
            e,
            wanted=wanted,
            output=torque,
            limited=limited,
            gain=x.integral_gain,
            tracking_time=x.tracking_time,
        )
        return {"commanded_motor_torque": torque, "limited": limited, "integral": integral}
