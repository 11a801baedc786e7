"""Keeping a vehicle where it is: a wrench against its departure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import casadi as cs

from armwright.block.block import Block
from armwright.block.declarations import Input, Option, Output, Parameter, State
from armwright.block.quantities import Quantities
from armwright.blocks.frame_signals import about_frame


class StationKeeping(Block):
    """F = Rᵀ(K_p (p* − p) + K_i ∫(p* − p) dt − K_d ṗ),  M = −K_r e_R − D_r Rᵀω.

    PID control of where a frame is, PD control of how it is turned: upright with the given yaw ψ;
    e_R = ½ vex(R*ᵀR − RᵀR*), which has no singular attitude. The wrench is in the frame's axes, for
    `thrusters`.
    """

    kind = "station_keeping"

    position_of_frame = Input("m", "p", signal="position of", size="axis")
    rotation = Input("", "R", signal="rotation of", size=9)
    velocity_of_frame = Input("m/s", "ṗ", signal="velocity of", size="axis")
    spin_of_frame = Input("rad/s", "ω", signal="angular_velocity of", size="axis")
    commanded_wrench = Output("N", "F, M (N m), axes of the frame", size=6)
    integral = State("m s", "∫(p* − p) dt", size="axis", fixed=True)
    frame = Option(str, "the frame or link that is kept; empty: the tool", default="")
    position = Parameter("m", "p*, world axes", default=0.0, size="axis")
    yaw = Parameter("rad", "ψ*", default=0.0, size="one")
    position_gain = Parameter("N/m", "K_p", at_least=0.0, size="one")
    integral_gain = Parameter("N/(m s)", "K_i", default=0.0, at_least=0.0, size="one")
    velocity_gain = Parameter("N s/m", "K_d", default=0.0, at_least=0.0, size="one")
    turning_gain = Parameter("N m/rad", "K_r", default=0.0, at_least=0.0, size="one")
    spin_gain = Parameter("N m s/rad", "D_r", default=0.0, at_least=0.0, size="one")

    def __init__(self, *, frame: str = "", **settings: Any) -> None:
        self.declared = about_frame(type(self).declared, frame)
        super().__init__(frame=frame, **settings)

    def equations(self, x: Quantities) -> Mapping[str, cs.SX | float]:
        R = cs.reshape(x.rotation, 3, 3)
        gone = x.position - x.position_of_frame
        force = x.position_gain * gone + x.integral_gain * x.integral
        force -= x.velocity_gain * x.velocity_of_frame
        c, s = cs.cos(x.yaw), cs.sin(x.yaw)
        wanted = cs.vertcat(cs.horzcat(c, -s, 0), cs.horzcat(s, c, 0), cs.horzcat(0, 0, 1))
        turned = cs.mtimes(wanted.T, R)
        skew = 0.5 * (turned - turned.T)
        error = cs.vertcat(skew[2, 1], skew[0, 2], skew[1, 0])
        moment = -x.turning_gain * error - x.spin_gain * cs.mtimes(R.T, x.spin_of_frame)
        wrench = cs.vertcat(cs.mtimes(R.T, force), moment)
        return {"commanded_wrench": wrench, "integral": gone}
