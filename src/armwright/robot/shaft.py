"""Stiffness of shafts, and of springs that sit somewhere between the steps of a gear (S4 3.2)."""

from __future__ import annotations

import math

from armwright.errors import InputError

#: Steel: modulus of elasticity (N/m²) and Poisson's ratio.
STEEL = (2.1e11, 0.3)


def shaft_stiffness(
    length: float, outer: float, inner: float = 0.0, *, material: tuple[float, float] = STEEL
) -> float:
    """K = E/(2(1 + ν)) · π (D⁴ − d⁴)/(32 L) in N m/rad; lengths and diameters in m.  S4 (3.9)."""
    E, nu = material
    if not (length > 0 and outer > inner >= 0):
        raise InputError(
            "not a shaft",
            where="shaft_stiffness",
            got=f"length {length:g}, diameters {outer:g} and {inner:g}",
            expected="length > 0 and outer > inner ≥ 0, in m",
        )
    return E / (2 * (1 + nu)) * math.pi * (outer**4 - inner**4) / (32 * length)


def on_motor_side(stiffness: float, ratio: float) -> float:
    """A spring behind gear steps of `ratio` (motor turns per turn of the spring's shaft), as seen
    by the motor: the same energy, Δ_motor = ratio · Δ, so that K_motor = K / ratio²."""
    return stiffness / ratio**2


def in_series(*stiffnesses: float) -> float:
    """Springs one after the other, all seen from the same side."""
    return 1.0 / sum(1.0 / stiffness for stiffness in stiffnesses)
