"""Disturbance-attenuating control of each joint by itself: S2's controller for underwater arms."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import casadi as cs

from armwright.block.block import Block
from armwright.block.declarations import Input, Output, Parameter, State
from armwright.block.quantities import NO_LIMIT, Quantities, Site
from armwright.blocks.drives import effort_limits

#: S2 (7.57)-(7.60), link 1 and link 2.
_TWO_LINKS = {
    "compensator_damping": [4.0, 1.0],
    "tracking_stiffness": [0.25, 1.0],
    "tracking_damping": [1.0, 2.0],
    "regulation_stiffness": [25.0, 36.0],
    "regulation_damping": [10.0, 12.0],
}


class DisturbanceAttenuation(Block):
    """u = (−L + (ẍ_t − ẍ_r) + α₁(ẋ_t − ẋ_r − ẋ_m) + α₀(x_t − x_r − x_m))/β,  L = −a ẋ_m − b ẋ_m³.

    S2 (7.43)-(7.60) and appendix D: the control that decouples the output x_t − x_r − x_m from the
    reference z and the measured position y, by

    - a compensator ẍ_m = L + β u, a body far simpler than the arm;
    - a tracking filter ẍ_t = t₀(z − x_t) − t₁ẋ_t, which tells how to get to the reference;
    - a regulation filter ẍ_r = r₀(y − x_m − x_r) − r₁ẋ_r of what the compensator does not explain:
      the other links, water, loads.

    u is kept within its limit, and the compensator gets what is left. Under a constant load u₀ the
    joint rests (r₁/r₀) w beside the reference, where a w + b w³ = β u₀. For two joints the
    parameters are S2's, else those of its first link for all joints. S2 starts with all states
    zero: start.at_rest = false. Its control is stiff, r₀/β = 1250 and 1800 N m/rad: sampled at
    200 Hz its arm swings, at 500 Hz it does not.
    """

    kind = "disturbance_attenuation"

    measured_joint_position = Input("rad", "y", size="joint")
    reference_joint_position = Input("rad", "z", size="joint")
    commanded_joint_torque = Output("N m", "u", size="joint")
    limited = Output("", "1 while u is at its limit", size="joint", flag=True)
    compensator_position = State("rad", "x_m", size="joint")
    compensator_velocity = State("rad/s", "ẋ_m", size="joint")
    tracking_position = State("rad", "x_t", size="joint")
    tracking_velocity = State("rad/s", "ẋ_t", size="joint")
    regulation_position = State("rad", "x_r", size="joint")
    regulation_velocity = State("rad/s", "ẋ_r", size="joint")
    compensator_damping = Parameter("1/s", "a", default=4.0, at_least=0.0, size="joint")
    compensator_cubic_damping = Parameter("s/rad²", "b", default=1.0, at_least=0.0, size="joint")
    compensator_gain = Parameter("rad/(s² N m)", "β", default=0.02, above=0.0, size="joint")
    tracking_stiffness = Parameter("1/s²", "t₀", default=0.25, above=0.0, size="joint")
    tracking_damping = Parameter("1/s", "t₁", default=1.0, above=0.0, size="joint")
    regulation_stiffness = Parameter("1/s²", "r₀", default=25.0, above=0.0, size="joint")
    regulation_damping = Parameter("1/s", "r₁", default=10.0, above=0.0, size="joint")
    error_stiffness = Parameter("1/s²", "α₀", default=1.0, above=0.0, size="joint")
    error_damping = Parameter("1/s", "α₁", default=2.0, above=0.0, size="joint")
    torque_limit = Parameter("N m", "largest |u|", default=NO_LIMIT, above=0.0, size="joint")

    def known(self, site: Site) -> Mapping[str, Any]:
        two = len(site.model.robot.moving_joints) == 2
        limits = {"torque_limit": effort_limits(site.model.robot)}
        return {**_TWO_LINKS, **limits} if two else limits

    def equations(self, x: Quantities) -> Mapping[str, cs.SX | float]:
        xm, vm = x.compensator_position, x.compensator_velocity
        xt, vt = x.tracking_position, x.tracking_velocity
        xr, vr = x.regulation_position, x.regulation_velocity
        unexplained = x.measured_joint_position - xm
        at = x.tracking_stiffness * (x.reference_joint_position - xt) - x.tracking_damping * vt
        ar = x.regulation_stiffness * (unexplained - xr) - x.regulation_damping * vr
        L = -x.compensator_damping * vm - x.compensator_cubic_damping * vm**3
        error, error_rate = xt - xr - xm, vt - vr - vm
        wanted = (
            -L + (at - ar) + x.error_damping * error_rate + x.error_stiffness * error
        ) / x.compensator_gain
        u, limited = x.limited(wanted, -x.torque_limit, x.torque_limit)
        return {
            "commanded_joint_torque": u,
            "limited": limited,
            "compensator_position": vm,
            "compensator_velocity": L + x.compensator_gain * u,
            "tracking_position": vt,
            "tracking_velocity": at,
            "regulation_position": vr,
            "regulation_velocity": ar,
        }
