"""The inner loop of a drive: from a velocity error to a current."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import casadi as cs

from armwright.block.block import Block
from armwright.block.declarations import Input, Output, Parameter, State
from armwright.block.quantities import NO_LIMIT, Quantities, Site
from armwright.blocks.controllers.windup import anti_windup_option, integrand
from armwright.blocks.drives import current_limits


class VelocityLoop(Block):
    """i = k (e + ∫e dt/T) + i_ff + i_d, e = ω_cmd − ω.

    S3, at 4 kHz there: feedback of the velocity. i_d is what a `drive_feedforward` gives, i_ff what
    anything else does. Without T the integral stays what it is at the start, where it carries the
    arm. i is kept within ±current_limit; `anti_windup` says what the integral does meanwhile.
    """

    kind = "velocity_loop"

    commanded_motor_velocity = Input("rad/s", "ω_cmd")
    measured_motor_velocity = Input("rad/s", "ω")
    feedforward = Input("A", "i_ff", signal="feedforward_motor_current", default=0.0)
    drive_feedforward = Input("A", "i_d", signal="drive_feedforward_motor_current", default=0.0)
    commanded_motor_current = Output("A", "i")
    limited = Output("", "1 while i is at its limit", flag=True)
    velocity_integral = State("rad/s", "∫e dt/T", trimmed=True)
    velocity_gain = Parameter("A s/rad", "k", above=0.0)
    integral_time = Parameter("s", "T", default=NO_LIMIT, above=0.0)
    current_limit = Parameter("A", "largest |i|", default=NO_LIMIT, above=0.0)
    tracking_time = Parameter(
        "s", "T_t, of back-calculation; T unless given", default="integral_time", above=0.0
    )
    anti_windup = anti_windup_option()

    def known(self, site: Site) -> Mapping[str, Any]:
        return {"current_limit": current_limits(site.model)}

    def equations(self, x: Quantities) -> Mapping[str, cs.SX | float]:
        e = x.commanded_motor_velocity - x.measured_motor_velocity
        feedback = x.velocity_gain * (e + x.velocity_integral)
        wanted = feedback + x.feedforward + x.drive_feedforward
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
