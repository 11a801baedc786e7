"""Coulomb and viscous friction that truly sticks."""

from __future__ import annotations

from collections.abc import Mapping

import casadi as cs

from armwright.block.declarations import Parameter
from armwright.block.quantities import Quantities
from armwright.laws.friction.friction import StickingFriction


class Coulomb(StickingFriction):
    """τ = sgn(v) F_c + α₂ v; at rest it holds up to F_s.

    S2 (5.1): F_c and F_s may differ for v > 0 and v < 0. Less than F_c is never held.
    """

    kind = "coulomb"

    viscous = Parameter("N m s/rad", "α₂", default=0.0, at_least=0.0, size="channel")
    coulomb = Parameter("N m", "F_c", default=0.0, directed=True, at_least=0.0, size="channel")
    static = Parameter("N m", "F_s", default="coulomb", directed=True, at_least=0.0, size="channel")

    def equations(self, x: Quantities) -> Mapping[str, cs.SX | float]:
        return {
            "torque": x.viscous * x.velocity,
            "sliding_positive": x.coulomb_positive,
            "sliding_negative": x.coulomb_negative,
            "holding_positive": cs.fmax(x.static_positive, x.coulomb_positive),
            "holding_negative": cs.fmax(x.static_negative, x.coulomb_negative),
        }
