"""S2's equations of its planar arm under water, chapter 7 and appendix D, as they are printed.

They are not consistent: (7.18) is not symmetric, because forces on link 2 act on joint 1 with the
lever arm x instead of x + l₁ cos θ₂; and ∫(ax + b)² x dx has a²x³/3 where a²x⁴/4 belongs. All
lengths are 1 m.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from armwright.arrays import Array
from armwright.sources import SOURCES

SOURCE = SOURCES["S2"].part("chapter 7")
#: Appendix D: kg, kg m², N m s/rad; ρ, R, C_a, C_d.
MASS, INERTIA, VISCOUS = 2.0, 0.167, 0.3
DENSITY, RADIUS, ADDED, DRAG = 1025.0, 0.025, 2.0, 1.0
K = ADDED * DENSITY * math.pi * RADIUS**2
K_DRAG = DENSITY * RADIUS * DRAG
#: (7.20): what the determinant of the added mass is said to be, always.
DETERMINANT = K * K / 9
#: Torque limits of figures 7.12 and 7.13, and of 7.14 to 7.17.
NO_LIMIT = "no limit"
LIMITS = {"±10, ±20 N m": (10.0, 20.0), "±4, ±10 N m": (4.0, 10.0), NO_LIMIT: (1e30, 1e30)}


@dataclass(frozen=True)
class SourceModel:
    """`axial`: K' of (7.18), which appendix D switches off; `coriolis`: of the added mass."""

    added: bool = True
    drag: bool = True
    axial: bool = False
    coriolis: bool = True

    def acceleration(self, q: Array, v: Array, torque: Array, viscous: float = VISCOUS) -> Array:
        """(7.1), (7.2), with the water as printed."""
        s, c = math.sin(q[1]), math.cos(q[1])
        M = dry_mass(c)
        rest = MASS * 0.5 * s * np.array([-(2 * v[0] + v[1]) * v[1], v[0] * v[0]])
        push = torque - viscous * v - rest
        if self.added:
            M = M + added_mass(c, s, axial=self.axial)
            if self.coriolis:
                push = push - self._coriolis(c, s) * v[0] * v[1]
        if self.drag:
            push = push + drag(c, v)
        return np.asarray(np.linalg.solve(M, push))

    def _coriolis(self, c: float, s: float) -> Array:
        """(7.19)."""
        K_axial = K * RADIUS if self.axial else 0.0
        return np.array([K_axial * s * c - K * s / 2, -K * s / 2])


def dry_mass(c: float) -> Array:
    """(7.1)."""
    m12 = INERTIA + MASS * (0.25 + 0.5 * c)
    m11 = 2 * INERTIA + MASS * 0.25 + MASS * (1 + 0.25 + c)
    return np.array([[m11, m12], [m12, INERTIA + MASS * 0.25]])


def added_mass(c: float, s: float, *, axial: bool = False) -> Array:
    """(7.18)."""
    K_axial = K * RADIUS if axial else 0.0
    lower = K * (1 / 3 + c / 2)
    return np.array([[K / 3 + K_axial * s * s + lower, K / 3], [lower, K / 3]])


def drag(c: float, v: Array) -> Array:
    """(7.24)-(7.39) and the fifth case of appendix D."""
    first = -0.25 * K_DRAG * math.copysign(v[0] * v[0], v[0])
    turn, start = v[0] + v[1], v[0] * c
    end = turn + start

    def T3(x: float) -> float:
        cubes = turn * turn * x**3 / 3 + 2 / 3 * start * turn * x**3
        return float(-K_DRAG * (cubes + start * start * x * x / 2))

    if turn == 0.0:
        second = -0.5 * K_DRAG * math.copysign(start * start, start)
    elif start >= 0 and end >= 0:
        second = T3(1.0)
    elif start >= 0:
        second = 2 * T3(-start / turn) - T3(1.0)
    elif end > 0:
        second = T3(1.0) - 2 * T3(-start / turn)
    else:
        second = -T3(1.0)
    return np.array([first + second, second])


def consistent_added_mass(c: float) -> Array:
    """Of the kinetic energy ½ ∫ K v_n² dx, v_n = cos θ₂ θ̇₁ + x (θ̇₁ + θ̇₂)."""
    m12 = K * (c / 2 + 1 / 3)
    return np.array([[K * (2 / 3 + c * c + c), m12], [m12, K / 3]])
