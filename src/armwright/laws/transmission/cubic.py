"""A spring with a cubic characteristic."""

from __future__ import annotations

from collections.abc import Mapping

import casadi as cs

from armwright.block.declarations import Parameter
from armwright.block.quantities import Quantities
from armwright.laws.transmission.spring import Spring


class CubicSpring(Spring):
    """τ = a₀ Δ + a₁ Δ² + a₂ Δ³ + d Δ̇.  S4 (2.13), with damping beside it.

    a₁ ≠ 0 makes the two directions differ.
    """

    kind = "cubic"

    a0 = Parameter("N m/rad", "a₀, the stiffness at rest", above=0.0, size="channel")
    a1 = Parameter("N m/rad²", "a₁", default=0.0, size="channel")
    a2 = Parameter("N m/rad³", "a₂", default=0.0, size="channel")
    damping = Parameter("N m s/rad", "d", default=0.0, at_least=0.0, size="channel")

    def equations(self, x: Quantities) -> Mapping[str, cs.SX | float]:
        d = x.deflection
        torque = d * (x.a0 + d * (x.a1 + d * x.a2))
        energy = d**2 * (x.a0 / 2.0 + d * (x.a1 / 3.0 + d * x.a2 / 4.0))
        return {"torque": torque + x.damping * x.deflection_rate, "energy": energy}
