"""Dahl friction: a spring that gives way."""

from __future__ import annotations

from collections.abc import Mapping

import casadi as cs

from armwright.block.declarations import Parameter, State
from armwright.block.quantities import Quantities
from armwright.laws.friction.friction import Friction


class Dahl(Friction):
    """ż = v − σ₀|v| z / F_c,  τ = σ₀ z + α₂ v.

    Dahl 1968, with his exponent 1; S4 (2.16). Friction depends on the way alone, not on how fast it
    is gone, and is F_c sgn(v) in the end; there is no break-away peak. Under a load that swings,
    however small, the body drifts. F_c may differ for v > 0 and v < 0.
    """

    kind = "dahl"

    deflection = State("rad", "deflection of the contact, z", size="channel", linear=True)
    coulomb = Parameter("N m", "F_c", directed=True, above=0.0, size="channel")
    stiffness = Parameter("N m/rad", "σ₀", above=0.0, size="channel")
    viscous = Parameter("N m s/rad", "α₂", default=0.0, at_least=0.0, size="channel")

    def equations(self, x: Quantities) -> Mapping[str, cs.SX | float]:
        v, z = x.velocity, x.deflection
        rate = x.stiffness * (1.0 / x.directed("coulomb", v))
        return {
            "torque": x.stiffness * z + x.viscous * v,
            "deflection": v - rate * cs.fabs(v) * z,
        }

    def bent(self, x: Quantities) -> cs.SX | float:
        return x.deflection
