"""The smooth friction law of S0."""

from __future__ import annotations

from collections.abc import Mapping

import casadi as cs

from armwright.block.declarations import Parameter
from armwright.block.quantities import Quantities
from armwright.laws.friction.friction import Friction


class TanhStribeck(Friction):
    """τ = f_d v + f_c (μ + (1 − μ)/cosh(βv)) tanh(αv).  S0 (A.9), without its gear ratio.

    Smooth everywhere; it does not stick: under any load the body creeps.
    """

    kind = "tanh_stribeck"

    fd = Parameter("N m s/rad", "f_d, viscous", default=0.0, at_least=0.0, size="channel")
    fc = Parameter("N m", "f_c, the height of the curve near rest", at_least=0.0, size="channel")
    mu = Parameter("", "μ, what is left of f_c at speed", default=1.0, at_least=0.0, size="channel")
    alpha = Parameter("s/rad", "α, how steeply it passes zero", above=0.0, size="channel")
    beta = Parameter(
        "s/rad", "β, how soon it falls to μ f_c", default=0.0, at_least=0.0, size="channel"
    )

    def equations(self, x: Quantities) -> Mapping[str, cs.SX | float]:
        v = x.velocity
        fall = x.mu + (1.0 - x.mu) * _sech(x.beta * v)
        return {"torque": x.fd * v + x.fc * fall * cs.tanh(x.alpha * v)}


def _sech(u: cs.SX) -> cs.SX:
    """1/cosh u, by an exponential that cannot overflow: 1/∞ is fine, its derivative is not."""
    y = cs.exp(-cs.fabs(u))
    return 2.0 * y / (1.0 + y * y)
