"""Feed-forward of the torques that the reference needs."""

from __future__ import annotations

from collections.abc import Mapping

import casadi as cs

from armwright.block.block import Block
from armwright.block.declarations import Input, Output
from armwright.block.quantities import Quantities
from armwright.blocks.controllers.model_torque import at_motors, rotor_torque


class InverseDynamicsFeedforward(Block):
    """τ_ff = η⁻ᵀ (M(q_r) q̈_r + c(q_r, q̇_r) + g(q_r)) + J η q̈_r.

    S0: from the controller's model of the arm, which need not be the arm itself, taken as rigid.
    """

    kind = "inverse_dynamics_feedforward"

    reference_joint_position = Input("rad", "q_r", size="joint")
    reference_joint_velocity = Input("rad/s", "q̇_r", size="joint")
    reference_joint_acceleration = Input("rad/s²", "q̈_r", size="joint")
    feedforward_motor_torque = Output("N m", "τ_ff")

    def equations(self, x: Quantities) -> Mapping[str, cs.SX | float]:
        q, v, a = (
            x.reference_joint_position,
            x.reference_joint_velocity,
            x.reference_joint_acceleration,
        )
        model = x.site.model
        links = at_motors(model, model.joint_torque_for(q, v, a))
        return {"feedforward_motor_torque": links + rotor_torque(model, a)}
