"""The textbook's planar arm with two revolute joints in a vertical plane.

Spong, Hutchinson and Vidyasagar 2006, section 6.4; Siciliano et al. 2009, section 7.3.2 without
motors. q₁ from the level x axis, y up. All numbers are assumed.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tests.closed_forms.arms.equations import Array, Equations


@dataclass(frozen=True)
class Numbers:
    m1: float = 7.0
    m2: float = 4.0
    l1: float = 0.6
    lc1: float = 0.25
    lc2: float = 0.35
    i1: float = 0.3
    i2: float = 0.2
    g: float = 9.81


def equations(n: Numbers, q: Array, v: Array) -> Equations:
    c2 = np.cos(q[1])
    m11 = n.m1 * n.lc1**2 + n.m2 * (n.l1**2 + n.lc2**2 + 2 * n.l1 * n.lc2 * c2) + n.i1 + n.i2
    m12 = n.m2 * (n.lc2**2 + n.l1 * n.lc2 * c2) + n.i2
    m22 = n.m2 * n.lc2**2 + n.i2
    outer = n.m2 * n.lc2 * n.g * np.cos(q[0] + q[1])
    gravity = np.array([(n.m1 * n.lc1 + n.m2 * n.l1) * n.g * np.cos(q[0]) + outer, outer])
    return Equations(np.array([[m11, m12], [m12, m22]]), coriolis(n, q, v) @ v + gravity)


def coriolis(n: Numbers, q: Array, v: Array) -> Array:
    """The matrix of the Christoffel symbols; the books' h is −m₂ l₁ l_c₂ sin q₂."""
    h = -n.m2 * n.l1 * n.lc2 * np.sin(q[1])
    return np.array([[h * v[1], h * (v[0] + v[1])], [-h * v[0], 0.0]])
