"""Equations of motion as S0 writes them, on the joints' side of the gears; angles (…, 2)."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from armwright.arrays import Array
from armwright.studies.two_axis.source.numbers import Numbers


def mass_matrix(n: Numbers, q: Array) -> Array:
    """Of the links, (…, 2, 2).  S0 (A.2)."""
    l1, xi1, xi2 = n.l[0], *n.xi
    s2 = np.sin(q[..., 1])
    m11 = n.j[0] + n.m[0] * xi1**2 + n.j[1] + n.m[1] * (l1**2 + xi2**2 - 2 * l1 * xi2 * s2)
    m12 = n.j[1] + n.m[1] * (xi2**2 - l1 * xi2 * s2)
    m22 = n.j[1] + n.m[1] * xi2**2 + 0 * s2
    return np.stack([np.stack([m11, m12], axis=-1), np.stack([m12, m22], axis=-1)], axis=-2)


def motor_inertia(n: Numbers) -> Array:
    """j_m η² of both motors.  S0 (A.1)."""
    return n.jm * n.eta**2


def coriolis(n: Numbers, q: Array, v: Array) -> Array:
    """S0 (A.3)."""
    v1, v2 = v[..., 0], v[..., 1]
    size = n.m[1] * n.l[0] * n.xi[1] * np.cos(q[..., 1])
    return np.stack([-size * (2 * v1 * v2 + v2**2), size * v1**2], axis=-1)


def gravity(n: Numbers, q: Array) -> Array:
    """S0 (A.4)."""
    s1, c12 = np.sin(q[..., 0]), np.cos(q.sum(axis=-1))
    second = n.m[1] * n.xi[1] * c12
    first = n.m[0] * n.xi[0] * s1 + n.m[1] * n.l[0] * s1 + second
    return -n.g * np.stack([first, second], axis=-1)


def spring(p: Mapping[str, float], deflection: Array) -> Array:
    """τ_s of one axis for Δ = q_a − q_m/η.  S0 (A.7)."""
    low, high, psi = p["k_low"], p["k_high"], p["psi"]
    cubic = (high - low) / (3 * psi**2)
    size = np.abs(deflection)
    soft = low * deflection + cubic * deflection**3
    stiff = np.sign(deflection) * (low * psi + cubic * psi**3 + high * (size - psi))
    return np.where(size <= psi, soft, stiff)


def friction(p: Mapping[str, float], velocity: Array) -> Array:
    """f of one motor for q̇_m, on the motor's side.  S0 (A.9) without η; its cosh⁻¹ is 1/cosh."""
    fall = p["mu"] + (1 - p["mu"]) / np.cosh(p["beta"] * velocity)
    return p["fd"] * velocity + p["fc"] * fall * np.tanh(p["alpha"] * velocity)


def springs(n: Numbers, deflection: Array, rate: Array) -> Array:
    """τ_s + d Δ̇ of both axes.  S0 (A.5), (A.6)."""
    both = [
        spring(p, deflection[..., i]) + p["damping"] * rate[..., i] for i, p in enumerate(n.springs)
    ]
    return np.stack(both, axis=-1)


def frictions(n: Numbers, velocity: Array) -> Array:
    """Of both motors, on the motors' side."""
    both = [friction(p, velocity[..., i]) for i, p in enumerate(n.frictions)]
    return np.stack(both, axis=-1)
