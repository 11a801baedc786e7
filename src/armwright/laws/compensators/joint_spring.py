"""A rotational spring between two bodies, with any joints in between."""

from __future__ import annotations

from collections.abc import Mapping

import casadi as cs

from armwright.block.block import Block
from armwright.block.declarations import Input, Output, Parameter
from armwright.block.quantities import Quantities


class JointSpring(Block):
    """τ_i = −w_i (k (s − s₀) + d ṡ),  s = Σ w_i q_i: what turns one body against another.

    With parallel axes in between and w_i = 1 for each of them, s is the angle between the two
    bodies; with a single w_i = 1 the spring sits in a joint. Joints that slide make it a
    translational spring.
    """

    kind = "joint_spring"

    joint_position = Input("rad", "q", size="joint")
    joint_velocity = Input("rad/s", "q̇", size="joint")
    compensator_joint_torque = Output("N m", "τ", size="joint", acts="joint")
    compensator_energy = Output("J", "k (s − s₀)²/2", size="one", acts="energy")
    weights = Parameter("", "w, one for each joint", size="joint")
    stiffness = Parameter("N m/rad", "k", at_least=0.0, size="one")
    rest = Parameter("rad", "s₀, where it is relaxed", default=0.0, size="one")
    damping = Parameter("N m s/rad", "d", default=0.0, at_least=0.0, size="one")

    def equations(self, x: Quantities) -> Mapping[str, cs.SX | float]:
        s = cs.dot(x.weights, x.joint_position) - x.rest
        torque = x.stiffness * s + x.damping * cs.dot(x.weights, x.joint_velocity)
        return {
            "compensator_joint_torque": -x.weights * torque,
            "compensator_energy": 0.5 * x.stiffness * s**2,
        }
