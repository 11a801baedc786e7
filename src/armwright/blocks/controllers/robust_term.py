"""What makes inverse-dynamics control robust against a wrong model."""

from __future__ import annotations

from collections.abc import Mapping

import casadi as cs

from armwright.block.block import Block
from armwright.block.declarations import Input, Output, Parameter, State
from armwright.block.quantities import Quantities


class RobustTerm(Block):
    """w = ρ max(−1, min(1, s/φ)),  s = ė + λ e + μ ∫e dt,  e = q_d − q, each joint by itself.

    To add to the acceleration y of `computed_torque`. What the model gets wrong acts as an
    acceleration η on the joints; for |η| < ρ, 0 < λ < K_D and μ = 0 the error shrinks wherever |s|
    > φ (Siciliano et al. 2009, section 8.5.3, whose unit vector this is, joint by joint; Slotine
    and Li 1991, section 7.2). S1, figure 6.1, wishes for such a loop. In this boundary layer w is
    what gains ρλ/φ, ρ/φ and ρμ/φ more would give: a thin layer leaves less error, and passes more
    noise. The integral leaves none at rest; outside of the layer it does not grow further.
    """

    kind = "robust_term"

    measured_joint_position = Input("rad", "q", size="joint")
    measured_joint_velocity = Input("rad/s", "q̇", size="joint")
    reference_joint_position = Input("rad", "q_d", size="joint")
    reference_joint_velocity = Input("rad/s", "q̇_d", size="joint")
    additional_joint_acceleration = Output("rad/s²", "w", size="joint")
    outside = Output("", "1 while |s| > φ", size="joint", flag=True)
    integral = State("rad s", "∫e dt", size="joint", trimmed=True)
    acceleration = Parameter("rad/s²", "ρ, largest |w|", at_least=0.0, size="joint")
    boundary_layer = Parameter("rad/s", "φ", above=0.0, size="joint")
    position_weight = Parameter("1/s", "λ", default=5.0, at_least=0.0, size="joint")
    integral_weight = Parameter("1/s²", "μ", default=0.0, at_least=0.0, size="joint")

    def equations(self, x: Quantities) -> Mapping[str, cs.SX | float]:
        e = x.reference_joint_position - x.measured_joint_position
        e_dot = x.reference_joint_velocity - x.measured_joint_velocity
        s = e_dot + x.position_weight * e + x.integral_weight * x.integral
        share = cs.fmax(-1.0, cs.fmin(1.0, s / x.boundary_layer))
        outside = cs.fabs(s) > x.boundary_layer
        return {
            "additional_joint_acceleration": x.acceleration * share,
            "outside": outside,
            "integral": cs.if_else(cs.logic_and(outside, e * s > 0), 0.0, e),
        }
