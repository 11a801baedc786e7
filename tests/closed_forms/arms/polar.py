"""Turning and sliding: the textbook's polar arm in a plane, and the same on a turntable.

By Lagrange's equations from the energies given with each. All numbers are assumed.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tests.closed_forms.arms.equations import Array, Equations


@dataclass(frozen=True)
class PlaneNumbers:
    """Link 2's centre is `offset` beside its slide, on the side of growing angles."""

    m1: float = 6.0
    m2: float = 3.5
    lc1: float = 0.22
    i1: float = 0.15
    i2: float = 0.08
    offset: float = 0.07
    g: float = 9.81


def plane(n: PlaneNumbers, q: Array, v: Array) -> Equations:
    """q = (θ from the level x axis, distance r of link 2's centre along the slide).

    2 T = (I₁ + m₁ l_c₁² + I₂) θ̇² + m₂ ((ṙ − e θ̇)² + r² θ̇²),
    U = g ((m₁ l_c₁ + m₂ r) sin θ + m₂ e cos θ).
    """
    theta, r = q
    s, c = np.sin(theta), np.cos(theta)
    about_axis = n.i1 + n.m1 * n.lc1**2 + n.i2 + n.m2 * (r**2 + n.offset**2)
    coupling = -n.m2 * n.offset
    gravity = n.g * ((n.m1 * n.lc1 + n.m2 * r) * c - n.m2 * n.offset * s)
    bias = [
        2 * n.m2 * r * v[1] * v[0] + gravity,
        -n.m2 * r * v[0] ** 2 + n.m2 * n.g * s,
    ]
    return Equations(np.array([[about_axis, coupling], [coupling, n.m2]]), np.array(bias))


@dataclass(frozen=True)
class TurntableNumbers:
    """A turntable, and a body with the principal inertias a (along its slide), b and c, its
    centre `side` to the left of the slide."""

    turntable: float = 0.7
    mass: float = 2.4
    side: float = 0.11
    a: float = 0.02
    b: float = 0.09
    c: float = 0.1
    g: float = 9.81


def turntable(n: TurntableNumbers, q: Array, v: Array) -> Equations:
    """q = (azimuth ψ, elevation θ, distance r of the body's centre along the slide).

    2 T = (J + a sin²θ + c cos²θ) ψ̇² + b θ̇²
        + m ((ṙ − e ψ̇ cos θ)² + (r ψ̇ cos θ)² + (e ψ̇ sin θ + r θ̇)²),   U = m g r sin θ.
    """
    _, theta, r = q
    psi_dot, theta_dot, r_dot = v
    s, c = np.sin(theta), np.cos(theta)
    across = n.c + n.mass * r**2
    first = n.mass * n.side
    about_vertical = n.turntable + n.a * s**2 + across * c**2 + first * n.side
    mass = np.array(
        [
            [about_vertical, first * r * s, -first * c],
            [first * r * s, n.b + n.mass * r**2, 0],
            [-first * c, 0, n.mass],
        ]
    )
    bias = [
        2 * (n.a - across) * s * c * theta_dot * psi_dot
        + 2 * n.mass * r * c**2 * r_dot * psi_dot
        + 2 * first * s * theta_dot * r_dot
        + first * r * c * theta_dot**2,
        2 * n.mass * r * r_dot * theta_dot
        - (n.a - across) * s * c * psi_dot**2
        + n.mass * n.g * r * c,
        -n.mass * r * (theta_dot**2 + c**2 * psi_dot**2) + n.mass * n.g * s,
    ]
    return Equations(mass, np.array(bias))
