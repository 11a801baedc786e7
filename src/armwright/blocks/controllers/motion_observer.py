"""Positions and velocities by the model of the arm, corrected by measured positions."""

from __future__ import annotations

from collections.abc import Mapping

import casadi as cs

from armwright.block.block import Block
from armwright.block.declarations import Input, Output, Parameter, State
from armwright.block.quantities import Quantities
from armwright.blocks.controllers.affine_model import joint_acceleration


class MotionObserver(Block):
    """q̂' = v̂ + 3ω e,  v̂' = M(q̂)⁻¹ (τ − n(q̂, v̂)) + d̂ + 3ω² e,  d̂' = ω³ e,  e = q − q̂.

    A Luenberger observer of the rigid arm, extended by an acceleration d̂ that the model lacks (Han
    2009's third-order one, with the model in it; Gao 2003 for its gains). All its poles are at −ω
    about an exact model. Velocities need not be measured, and what the torques do is known without
    delay, unlike behind a low-pass: ω only says how fast the model's errors are corrected, and how
    much noise of the positions is passed on. A constant error of the model, as a payload has at
    rest, leaves no error of q̂ and v̂. M and n are those of the controller's model, rotors counted,
    friction not.
    """

    kind = "motion_observer"

    measured_joint_position = Input("rad", "q", size="joint")
    commanded_joint_torque = Input("N m", "τ", size="joint")
    observed_joint_position = Output("rad", "q̂", size="joint")
    observed_joint_velocity = Output("rad/s", "v̂", size="joint")
    lacking_joint_acceleration = Output("rad/s²", "d̂", size="joint")
    position = State("rad", "q̂", size="joint")
    velocity = State("rad/s", "v̂", size="joint")
    lacking = State("rad/s²", "d̂", size="joint")
    natural_frequency = Parameter("rad/s", "ω", default=50.0, above=0.0, size="joint")

    def equations(self, x: Quantities) -> Mapping[str, cs.SX | float]:
        w, e = x.natural_frequency, x.measured_joint_position - x.position
        known = joint_acceleration(x.site.model, x.position, x.velocity, x.commanded_joint_torque)
        return {
            "observed_joint_position": x.position,
            "observed_joint_velocity": x.velocity,
            "lacking_joint_acceleration": x.lacking,
            "position": x.velocity + 3.0 * w * e,
            "velocity": known + x.lacking + 3.0 * w**2 * e,
            "lacking": w**3 * e,
        }
