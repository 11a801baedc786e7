"""The laws that are compared, with numbers that make them alike where they can be.

F_c = 1 N, F_s = 1.5 N, v_s = 1 mm/s, α₂ = 0.4 N s/m, σ₀ = 10⁵ N/m, σ₁ = √(σ₀ · 1 kg): those of
Canudas de Wit et al. 1995. Smooth laws pass zero within 0.1 mm/s.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

_DRY = {"coulomb": 1.0, "static": 1.5, "viscous": 0.4}
_STRIBECK = {**_DRY, "stribeck_velocity": 1e-3}
_BRISTLES = {"stiffness": 1e5, "damping": 316.0}


@dataclass(frozen=True)
class Example:
    """A law under the name of its `kind`, and what it is in a line or two."""

    kind: str
    title: str
    equation: str
    numbers: Mapping[str, float]


EXAMPLES = (
    Example("coulomb", "Coulomb", "F_c sgn v + α₂ v;\nholds up to F_s", _DRY),
    Example("tustin", "Tustin", "g(v) sgn v + α₂ v;\nholds up to F_s", _STRIBECK),
    Example(
        "smooth_coulomb",
        "Smooth Coulomb",
        "g(v) tanh(v/v_t) + α₂ v",
        {**_STRIBECK, "transition_velocity": 1e-4},
    ),
    Example(
        "tanh_stribeck",
        "Tanh and sech",
        "f_c (μ + (1 − μ)/cosh βv)\n· tanh αv + f_d v",
        {"fd": 0.4, "fc": 1.5, "mu": 2 / 3, "alpha": 1e4, "beta": 1e3},
    ),
    Example(
        "sigmoid",
        "Sigmoid",
        "φ₁/(1 + exp(−φ₂(v + φ₃)))\n− its value at rest",
        {"phi1": 2.0, "phi2": 2e4},
    ),
    Example(
        "dahl",
        "Dahl",
        "σ₀ z + α₂ v,\nż = v − σ₀|v|z/F_c",
        {"coulomb": 1.0, "viscous": 0.4, "stiffness": 1e5},
    ),
    Example(
        "lugre",
        "LuGre",
        "σ₀ z + σ₁ ż + α₂ v,\nż = v − σ₀|v|z/g(v)",
        {**_STRIBECK, **_BRISTLES},
    ),
    Example(
        "gms",
        "Maxwell slip",
        "Σ (σᵢ zᵢ + σ₁νᵢ żᵢ) + α₂ v,\n4 elements stick or slip",
        {**_STRIBECK, **_BRISTLES, "attraction": 50.0},
    ),
)
