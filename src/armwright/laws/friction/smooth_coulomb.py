"""Coulomb friction with a smooth passage through zero velocity."""

from __future__ import annotations

from collections.abc import Mapping

import casadi as cs

from armwright.block.declarations import Parameter
from armwright.block.quantities import Quantities
from armwright.laws.friction.friction import Friction
from armwright.laws.friction.stribeck import stribeck


class SmoothCoulomb(Friction):
    """τ = (F_c + (F_s − F_c) e^(−|v/v_s|^δ)) tanh(v/v_t) + α₂ v.

    Armstrong-Hélouvry et al. 1994, with tanh for sgn. Cheap, but it does not stick: under a load
    below F_s the body creeps, at a speed of about v_t. The smaller v_t, the stiffer the equations.
    """

    kind = "smooth_coulomb"

    coulomb = Parameter("N m", "F_c", default=0.0, directed=True, at_least=0.0, size="channel")
    static = Parameter("N m", "F_s", default="coulomb", directed=True, at_least=0.0, size="channel")
    stribeck_velocity = Parameter("rad/s", "v_s", default=0.01, above=0.0, size="channel")
    stribeck_exponent = Parameter("", "δ", default=2.0, above=0.0, size="channel")
    transition_velocity = Parameter("rad/s", "v_t", above=0.0, size="channel")
    viscous = Parameter("N m s/rad", "α₂", default=0.0, at_least=0.0, size="channel")

    def equations(self, x: Quantities) -> Mapping[str, cs.SX | float]:
        v = x.velocity
        Fc, Fs = x.directed("coulomb", v), x.directed("static", v)
        dry = stribeck(v, Fc, Fs, x.stribeck_velocity, x.stribeck_exponent)
        return {"torque": dry * cs.tanh(v / x.transition_velocity) + x.viscous * v}
