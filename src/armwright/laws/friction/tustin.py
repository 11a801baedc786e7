"""Tustin's friction: the Stribeck curve, with true sticking."""

from __future__ import annotations

from collections.abc import Mapping

import casadi as cs

from armwright.block.declarations import Parameter
from armwright.block.quantities import Quantities
from armwright.laws.friction.friction import StickingFriction
from armwright.laws.friction.stribeck import stribeck


class Tustin(StickingFriction):
    """τ = sgn(v) (F_c + (F_s − F_c) e^(−|v/v_s|^δ) + α₃ v²) + α₂ v; at rest it holds up to F_s.

    Tustin 1947 (δ = 1); Armstrong-Hélouvry et al. 1994; α₃: S4 (5.6). F_c and F_s may differ for
    v > 0 and v < 0.
    """

    kind = "tustin"

    coulomb = Parameter("N m", "F_c", directed=True, at_least=0.0, size="channel")
    static = Parameter("N m", "F_s", directed=True, at_least=0.0, size="channel")
    stribeck_velocity = Parameter("rad/s", "v_s", above=0.0, size="channel")
    stribeck_exponent = Parameter("", "δ", default=2.0, above=0.0, size="channel")
    viscous = Parameter("N m s/rad", "α₂", default=0.0, at_least=0.0, size="channel")
    quadratic = Parameter(
        "N m s²/rad²", "α₃; negative for friction that flattens", default=0.0, size="channel"
    )

    def equations(self, x: Quantities) -> Mapping[str, cs.SX | float]:
        v = x.velocity
        shape = (x.stribeck_velocity, x.stribeck_exponent)
        return {
            "torque": (x.viscous + x.quadratic * cs.fabs(v)) * v,
            "sliding_positive": stribeck(v, x.coulomb_positive, x.static_positive, *shape),
            "sliding_negative": stribeck(v, x.coulomb_negative, x.static_negative, *shape),
            "holding_positive": x.static_positive,
            "holding_negative": x.static_negative,
        }
