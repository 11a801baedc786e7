"""Parameters with which a friction law would drive the motion instead of braking it."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np

from armwright.block.block import Array
from armwright.block.declarations import Parameter
from armwright.block.quantities import Setting
from armwright.laws.friction.friction import Friction
from armwright.laws.friction.lugre import LuGre
from armwright.laws.friction.varied import Varied


def passivity_warnings(
    law: Friction, setting: Setting, fastest: float = math.inf
) -> tuple[str, ...]:
    """What is wrong with the law's numbers up to the speed `fastest`; nothing, for most.

    Dahl, and LuGre without σ₁, are passive: σ₀z²/2 is never more than what went in. So are laws
    without a state. With σ₁ the bristles of LuGre spring back when a slow motion becomes fast, and
    σ₁ż then pushes; α₂ must outweigh it. Of friction that flattens, α₃ < 0, nothing is left at some
    speed (S4, section 5.1).
    """
    numbers = law.parameters(setting)
    found: list[str] = []
    for end in _ends(law, numbers):
        if _plain(law) is LuGre:
            found += _bristles(end)
        if "quadratic" in end:
            found += _flattening(end, fastest)
    return tuple(dict.fromkeys(found))


def lugre_least_viscous(damping: Array, coulomb: Array, static: Array) -> Array:
    """σ₁ (F_s − F_c)/F_c: LuGre is passive if and only if α₂ is at least that.

    Barabanov and Ortega 2000. With u = σ₀z/g, τv − d/dt σ₀z²/2 = |v|gu² + v²(α₂ + σ₁ − σ₁u sgn v),
    and u sgn v ≤ F_s/F_c, which is reached where a creeping motion suddenly becomes fast.
    """
    least: Array = damping * np.maximum(static - coulomb, 0.0) / coulomb
    return least


def _bristles(numbers: Mapping[str, Array]) -> list[str]:
    found = []
    for way in ("positive", "negative"):
        Fc, Fs = numbers[f"coulomb_{way}"], numbers[f"static_{way}"]
        least = lugre_least_viscous(numbers["damping"], Fc, Fs)
        for k in np.flatnonzero(numbers["viscous"] < least):
            found.append(
                f"LuGre friction can drive the motion: viscous = {numbers['viscous'][k]:.4g}, "
                f"passive from damping (static − coulomb)/coulomb = {least[k]:.4g} N m s/rad on"
            )
    return found


def _flattening(numbers: Mapping[str, Array], fastest: float) -> list[str]:
    """F_c + α₂ v + α₃ v² = 0."""
    found = []
    for way in ("positive", "negative"):
        rows = zip(numbers[f"coulomb_{way}"], numbers["viscous"], numbers["quadratic"], strict=True)
        for Fc, viscous, quadratic in rows:
            if quadratic >= 0:
                continue
            speed = (viscous + math.sqrt(viscous**2 - 4 * quadratic * Fc)) / (-2 * quadratic)
            if speed < fastest:
                found.append(
                    f"friction drives the motion above {speed:.4g} rad/s: quadratic = "
                    f"{quadratic:.4g} N m s²/rad² outweighs the rest there"
                )
    return found


def _plain(law: Friction) -> type[Friction]:
    """The law inside all that varies it."""
    kind = type(law)
    while issubclass(kind, Varied):
        kind = kind.inner
    return kind


def _ends(law: Friction, numbers: Mapping[str, Array]) -> list[Mapping[str, Array]]:
    """The numbers, and those of a warm joint if they differ. A load only helps: F_s/F_c falls."""
    warm = {key.replace("_warm", "", 1): value for key, value in numbers.items() if "_warm" in key}
    known = law.of(Parameter).keys()
    return [numbers, {**numbers, **warm}] if "warm_temperature" in known else [numbers]
