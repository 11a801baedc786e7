"""S2, appendix D: the dry part of the level arm under water, the program AUTOLEV made.

Transcribed term by term, without the friction that the listing adds. Its S1 and C1 belong to the
second joint.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from tests.closed_forms.arms.equations import Array, Equations


@dataclass(frozen=True)
class Numbers:
    """The names of the listing: length, centres of mass, masses, inertias about the vertical."""

    l1: float
    cx1: float
    cx2: float
    ma: float
    mb: float
    iazz: float
    ibzz: float


def equations(n: Numbers, q: Array, v: Array) -> Equations:
    """COEF u̇ = RHS: M is −COEF, the bias RHS without torques."""
    l1, cx1, cx2, ma, mb = n.l1, n.cx1, n.cx2, n.ma, n.mb
    s1, c1 = np.sin(q[1]), np.cos(q[1])
    u1, u2 = v

    coef = np.empty((2, 2))
    coef[0, 0] = (
        (-(c1 * cx2 + l1) * (c1 * cx2 + l1) - cx2 * cx2 * s1 * s1) * mb
        - cx1 * cx1 * ma
        - n.iazz
        - n.ibzz
    )
    coef[0, 1] = (-(c1 * cx2 + l1) * c1 * cx2 - cx2 * cx2 * s1 * s1) * mb - n.ibzz
    coef[1, 0] = coef[0, 1]
    coef[1, 1] = -cx2 * cx2 * mb - n.ibzz

    inward = (-(c1 * cx2 + l1) * u1 - 2 * c1 * cx2 * u2) * u1 - c1 * cx2 * u2 * u2
    across = (-cx2 * s1 * u1 - 2 * cx2 * s1 * u2) * u1 - cx2 * s1 * u2 * u2
    rhs = np.array(
        [
            (-inward * cx2 * s1 + across * (c1 * cx2 + l1)) * mb,
            (-inward * cx2 * s1 + across * c1 * cx2) * mb,
        ]
    )
    return Equations(-coef, rhs)


@dataclass(frozen=True)
class WaterNumbers:
    """K = C_a ρ π R² and D = ρ R C_d of both links, per length; lengths."""

    K1: float
    K2: float
    D1: float
    D2: float
    l1: float = 1.0
    l2: float = 1.0


def added_mass(n: WaterNumbers, q2: float) -> Array:
    """From ½ ∫ K v_n² dx, v_n = l₁ cos θ₂ θ̇₁ + x (θ̇₁ + θ̇₂): symmetric, unlike S2 (7.18)."""
    c, l1, l2 = np.cos(q2), n.l1, n.l2
    third = n.K2 * l2**3 / 3
    m12 = n.K2 * l1 * l2**2 * c / 2 + third
    m11 = n.K1 * l1**3 / 3 + n.K2 * (l1**2 * l2 * c**2 + l1 * l2**2 * c) + third
    return np.array([[m11, m12], [m12, third]])


def added_coriolis(n: WaterNumbers, q2: float, v: Array) -> Array:
    """Of the same energy: d/dt ∂T/∂θ̇ − ∂T/∂θ − M θ̈."""
    s, c, l1, l2 = np.sin(q2), np.cos(q2), n.l1, n.l2
    d11 = -n.K2 * s * (2 * l1**2 * l2 * c + l1 * l2**2)  # ∂M11/∂θ₂
    d12 = -n.K2 * l1 * l2**2 * s / 2
    u1, u2 = v
    return np.array(
        [
            d11 * u1 * u2 + d12 * u2 * u2,
            -0.5 * d11 * u1 * u1,
        ]
    )


def drag(n: WaterNumbers, q2: float, v: Array) -> Array:
    """Torques that drag exerts on the joints: piecewise polynomials, split where the flow turns."""
    l1, l2 = n.l1, n.l2
    first = -n.D1 * abs(v[0]) * v[0] * l1**4 / 4
    a, b = l1 * np.cos(q2) * v[0], v[0] + v[1]
    turns = -a / b if b else -1.0
    ends = [0.0, *([turns] if 0 < turns < l2 else []), l2]
    force, moment = 0.0, 0.0
    for low, high in pairwise(ends):
        way = np.sign(a + b * (low + high) / 2)
        for x, sign in ((high, way), (low, -way)):
            force -= n.D2 * sign * (a * a * x + a * b * x**2 + b * b * x**3 / 3)
            moment -= n.D2 * sign * (a * a * x**2 / 2 + 2 * a * b * x**3 / 3 + b * b * x**4 / 4)
    return np.array([first + moment + l1 * np.cos(q2) * force, moment])
