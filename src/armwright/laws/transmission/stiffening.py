"""A spring that is soft about zero and stiff beyond a deflection ψ."""

from __future__ import annotations

from collections.abc import Mapping

import casadi as cs

from armwright.block.declarations import Parameter
from armwright.block.quantities import Quantities
from armwright.laws.transmission.spring import Spring


class StiffeningSpring(Spring):
    """τ = k_low Δ + k₃ Δ³ for |Δ| ≤ ψ, else sgn(Δ) (m₀ + k_high (|Δ| − ψ)), plus d Δ̇.  S0 (A.7).

    k₃ = (k_high − k_low)/(3ψ²) and m₀ = k_low ψ + k₃ ψ³ make value and slope continuous at ψ.
    """

    kind = "stiffening"

    k_low = Parameter("N m/rad", "stiffness at zero deflection", above=0.0, size="channel")
    k_high = Parameter("N m/rad", "stiffness beyond ψ", above=0.0, size="channel")
    psi = Parameter("rad", "ψ", above=0.0, size="channel")
    damping = Parameter("N m s/rad", "d", default=0.0, at_least=0.0, size="channel")

    def equations(self, x: Quantities) -> Mapping[str, cs.SX | float]:
        # The cubic stops at ±ψ and the line starts there: their sum is the law, without branches.
        within = cs.fmin(cs.fmax(x.deflection, -x.psi), x.psi)
        beyond = x.deflection - within
        k3 = (x.k_high - x.k_low) / (3.0 * x.psi**2)
        torque = (x.k_low + k3 * within**2) * within + x.k_high * beyond
        energy = (x.k_low / 2.0 + k3 / 4.0 * within**2) * within**2
        energy += (x.k_low + k3 * within**2) * within * beyond + 0.5 * x.k_high * beyond**2
        return {"torque": torque + x.damping * x.deflection_rate, "energy": energy}
