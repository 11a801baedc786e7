"""Friction that changes with the temperature of the joint."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import casadi as cs
import numpy as np

from armwright.block.declarations import Declared, Input, Parameter
from armwright.block.quantities import Quantities
from armwright.errors import InputError
from armwright.laws.friction.friction import Friction
from armwright.laws.friction.varied import Varied, of_law, varied

#: What changes, of what the law has. S4, section 5.3: all of them; most of all α₂, α₃ and F_s.
NAMES = ("coulomb", "static", "stribeck_velocity", "viscous", "quadratic", "stiffness", "damping")


class Warm(Varied):
    """F_c, F_s, v_s, α₂, α₃, σ₀ and σ₁ go in a straight line from their cold to their warm values,
    and stay at these beyond the two temperatures.  After S4, section 5.3. In Maxwell slip the
    elements' σᵢ change by the same factor as σ₀, their σ₁ᵢ by as much as σ₁."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        cold, warm = (self.values.get(f"{state}_temperature") for state in ("cold", "warm"))
        cold = 293.15 if cold is None else cold
        if warm is not None and np.any(np.asarray(warm) <= np.asarray(cold)):
            raise InputError(
                "'warm_temperature' is too low",
                where=f"block '{self.name}'",
                got=warm,
                expected=f"more than the cold one, {cold} K",
            )

    def instead(self, x: Quantities) -> Mapping[str, cs.SX]:
        span = x.warm_temperature - x.cold_temperature
        share = cs.fmin(cs.fmax((x.temperature - x.cold_temperature) / span, 0.0), 1.0)
        found = {}
        for name, parameter in of_law(self.inner, NAMES).items():
            for key in parameter.keys:
                cold, warm = getattr(x, key), getattr(x, key.replace(name, f"{name}_warm", 1))
                found[key] = cold + share * (warm - cold)
        for i in range(1, getattr(self.inner, "elements", 0) + 1):
            sigma, damping = getattr(x, f"stiffness_{i}"), getattr(x, f"damping_{i}")
            found[f"stiffness_{i}"] = sigma * found["stiffness"] / x.stiffness
            found[f"damping_{i}"] = damping + found["damping"] - x.damping
        return found


def warming(law: type[Friction]) -> type[Friction]:
    """The law `warm_…`: as `law`, with a temperature. Values are cold ones; `<name>_warm` gives the
    warm one where it differs."""
    extra: dict[str, Declared] = {
        "temperature": Input("K", "temperature", signal="joint_temperature", size="channel"),
        "cold_temperature": Parameter(
            "K", "up to where it is cold", default=293.15, above=0.0, size="channel"
        ),
        "warm_temperature": Parameter("K", "from where on it is warm", above=0.0, size="channel"),
    }
    for name, cold in of_law(law, NAMES).items():
        extra[f"{name}_warm"] = Parameter(
            cold.unit,
            f"{cold.meaning}, when warm",
            default=name,
            size=cold.size,
            directed=cold.directed,
            above=cold.above,
            at_least=cold.at_least,
        )
    return varied(Warm, law, f"warm_{law.kind}", extra)
