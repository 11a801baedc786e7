"""LuGre friction: bristles that bend and slip."""

from __future__ import annotations

from collections.abc import Mapping

import casadi as cs

from armwright.block.declarations import Parameter, State
from armwright.block.quantities import Quantities
from armwright.laws.friction.friction import Friction
from armwright.laws.friction.stribeck import stribeck


class LuGre(Friction):
    """ż = v − σ₀|v| z / g(v),  τ = σ₀ z + σ₁ ż + α₂ v + α₃|v| v.

    g(v) = F_c + (F_s − F_c) e^(−|v/v_s|^δ); F_c and F_s may differ for v > 0 and v < 0. Canudas de
    Wit et al. 1995, (4)-(6); S3 (17)-(19); α₃: S4 (5.8). See `passivity` for what σ₁ may be.
    """

    kind = "lugre"

    deflection = State("rad", "mean deflection of the bristles, z", size="channel", linear=True)
    coulomb = Parameter("N m", "F_c", directed=True, above=0.0, size="channel")
    static = Parameter("N m", "F_s", default="coulomb", directed=True, above=0.0, size="channel")
    stribeck_velocity = Parameter("rad/s", "v_s", default=0.01, above=0.0, size="channel")
    stribeck_exponent = Parameter("", "δ", default=2.0, above=0.0, size="channel")
    stiffness = Parameter("N m/rad", "σ₀", above=0.0, size="channel")
    damping = Parameter("N m s/rad", "σ₁", default=0.0, at_least=0.0, size="channel")
    viscous = Parameter("N m s/rad", "α₂", default=0.0, at_least=0.0, size="channel")
    quadratic = Parameter(
        "N m s²/rad²", "α₃; negative for friction that flattens", default=0.0, size="channel"
    )

    def equations(self, x: Quantities) -> Mapping[str, cs.SX | float]:
        v, z = x.velocity, x.deflection
        speed = cs.fabs(v)
        Fc, Fs = x.directed("coulomb", v), x.directed("static", v)
        g = stribeck(v, Fc, Fs, x.stribeck_velocity, x.stribeck_exponent)
        z_dot = v - x.stiffness * speed * (1.0 / g) * z  # 1/g: its derivative needs no division
        torque = x.stiffness * z + x.damping * z_dot + x.viscous * v + x.quadratic * speed * v
        return {"torque": torque, "deflection": z_dot}

    def bent(self, x: Quantities) -> cs.SX | float:
        return x.deflection
