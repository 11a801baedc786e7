"""A spring with play."""

from __future__ import annotations

from collections.abc import Mapping

import casadi as cs

from armwright.block.declarations import Parameter
from armwright.block.quantities import Quantities
from armwright.laws.transmission.spring import Spring


class Backlash(Spring):
    """τ = 0 for |Δ| ≤ b; beyond it k (|Δ| − b) + d Δ̇ towards the middle, which never pulls.

    S4 2.2: a dead band about Δ = 0. In contact teeth push, and do not stick to each other: where
    damping would make the torque change its sign, it is zero.
    """

    kind = "backlash"

    stiffness = Parameter("N m/rad", "k, in contact", above=0.0, size="channel")
    gap = Parameter("rad", "b, half of the play", at_least=0.0, size="channel")
    damping = Parameter("N m s/rad", "d, in contact", default=0.0, at_least=0.0, size="channel")

    def equations(self, x: Quantities) -> Mapping[str, cs.SX | float]:
        side = cs.sign(x.deflection)
        depth = cs.fabs(x.deflection) - x.gap
        pushed = x.stiffness * depth + x.damping * side * x.deflection_rate
        return {
            "torque": side * cs.if_else(depth > 0, cs.fmax(pushed, 0.0), 0.0),
            "energy": 0.5 * x.stiffness * cs.fmax(depth, 0.0) ** 2,
        }
