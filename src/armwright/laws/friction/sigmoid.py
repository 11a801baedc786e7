"""The friction law identified for the Panda."""

from __future__ import annotations

from collections.abc import Mapping

import casadi as cs

from armwright.block.declarations import Parameter
from armwright.block.quantities import Quantities
from armwright.laws.friction.friction import Friction


class Sigmoid(Friction):
    """τ = φ₁/(1 + e^(−φ₂(v + φ₃))) − φ₁/(1 + e^(−φ₂φ₃)).  Gaz et al. 2019.

    Zero at rest, and different in the two directions if φ₃ is not 0; it does not stick. Written
    with 1/(1 + e^(−s)) = (1 + tanh(s/2))/2, which cannot overflow.
    """

    kind = "sigmoid"

    phi1 = Parameter(
        "N m", "φ₁, friction from one direction to the other", at_least=0.0, size="channel"
    )
    phi2 = Parameter("s/rad", "φ₂, how steeply it passes zero", above=0.0, size="channel")
    phi3 = Parameter("rad/s", "φ₃, shift of the curve", default=0.0, size="channel")

    def equations(self, x: Quantities) -> Mapping[str, cs.SX | float]:
        half = 0.5 * x.phi2
        rise = cs.tanh(half * (x.velocity + x.phi3)) - cs.tanh(half * x.phi3)
        return {"torque": 0.5 * x.phi1 * rise}
