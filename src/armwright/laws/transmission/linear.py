"""A linear spring and damper."""

from __future__ import annotations

from collections.abc import Mapping

import casadi as cs

from armwright.block.declarations import Parameter
from armwright.block.quantities import Quantities
from armwright.laws.transmission.spring import Spring


class LinearSpring(Spring):
    """τ = k Δ + d Δ̇.  S4 (2.10)."""

    kind = "linear"

    stiffness = Parameter("N m/rad", "k", above=0.0, size="channel")
    damping = Parameter("N m s/rad", "d", default=0.0, at_least=0.0, size="channel")

    def equations(self, x: Quantities) -> Mapping[str, cs.SX | float]:
        return {
            "torque": x.stiffness * x.deflection + x.damping * x.deflection_rate,
            "energy": 0.5 * x.stiffness * x.deflection**2,
        }
