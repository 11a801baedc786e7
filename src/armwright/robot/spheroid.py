"""Added mass of a spheroid, in closed form: for hulls whose coefficients nobody has measured."""

from __future__ import annotations

import math

from armwright.arrays import Array
from armwright.errors import InputError
from armwright.robot.values import frozen_array


def spheroid_added_mass(half_length: float, radius: float, density: float) -> Array:
    """The diagonal of A for a hull's `added_mass`, long axis x, about the centre: kg, kg m².

    Lamb 1932, articles 114 and 115; Imlay 1961: potential flow, no end effects left out.
    """
    a, b = half_length, radius
    if not (a >= b > 0 and math.isfinite(a) and density >= 0):
        raise InputError(
            "not a long spheroid",
            where="spheroid_added_mass",
            got=f"half length {a:g} m, radius {b:g} m, density {density:g} kg/m³",
            expected="half length ≥ radius > 0",
        )
    mass = 4 / 3 * math.pi * density * a * b * b
    if a - b < 1e-4 * a:  # the formulas lose all digits; a sphere has ½ in every direction
        return frozen_array([0.5 * mass] * 3 + [0.0] * 3, (6,), "spheroid")
    e = math.sqrt(1 - (b / a) ** 2)
    log = math.log((1 + e) / (1 - e))
    alpha = 2 * (1 - e * e) / e**3 * (log / 2 - e)
    beta = 1 / e**2 - (1 - e * e) / (2 * e**3) * log
    along, across = alpha / (2 - alpha), beta / (2 - beta)
    gap = (2 - e * e) * (beta - alpha)
    turning = e**4 * (beta - alpha) / ((2 - e * e) * (2 * e * e - gap))
    inertia = turning * mass * (a * a + b * b) / 5
    diagonal = [along * mass, across * mass, across * mass, 0.0, inertia, inertia]
    return frozen_array(diagonal, (6,), "spheroid")
