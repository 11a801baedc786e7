"""S1, section 2.5.2: a cylinder that turns about the vertical carries a box on a level axis.

At zero angles the box (edges lx, ly, lz; ly its length) points along y; a positive θ₂ lifts it.
(2.35) is garbled in the scan: the angular velocity of the box, in its own axes, is
(θ̇₂, θ̇₁ sin θ₂, θ̇₁ cos θ₂). With it, (2.36)-(2.38) are free of misprints. No numbers are published.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tests.closed_forms.arms.equations import Array, Equations


@dataclass(frozen=True)
class Numbers:
    """Masses; height and radius of the cylinder; edges of the box."""

    m_base: float
    m_arm: float
    height: float
    radius: float
    lx: float
    ly: float
    lz: float
    g: float


def equations(n: Numbers, q: Array, v: Array) -> Equations:
    """B(q) and n(q, q̇) of S1 (2.38)."""
    m, lx2, ly2, lz2 = n.m_arm, n.lx**2, n.ly**2, n.lz**2
    sine2, double = np.sin(q[1]) ** 2, np.sin(2 * q[1])
    b11 = (
        m * lx2 - 4 * m * ly2 * sine2 + 4 * m * ly2 + m * lz2 * sine2 + 6 * n.m_base * n.radius**2
    ) / 12
    b22 = m * (4 * ly2 + lz2) / 12
    n1 = -v[0] * v[1] * m * double * (4 * ly2 - lz2) / 12
    n2 = (
        m
        * (4 * double * ly2 * v[0] ** 2 + 12 * n.g * np.cos(q[1]) * n.ly - double * lz2 * v[0] ** 2)
        / 24
    )
    return Equations(np.diag([b11, b22]), np.array([n1, n2]))


def lagrangian(n: Numbers, q: Array, v: Array) -> float:
    """Kinetic less potential energy, heights counted from the foot of the cylinder.  S1 (2.36)."""
    m, sine2 = n.m_arm, np.sin(q[1]) ** 2
    w1, w2 = v[0] ** 2, v[1] ** 2
    return float(
        m * n.lx**2 * w1 / 24
        - m * n.ly**2 * w1 * sine2 / 6
        + m * n.ly**2 * w1 / 6
        + m * n.ly**2 * w2 / 6
        - n.g * m * n.ly * np.sin(q[1]) / 2
        + m * n.lz**2 * w1 * sine2 / 24
        + m * n.lz**2 * w2 / 24
        + n.m_base * w1 * n.radius**2 / 4
        - n.g * n.height * m
        - n.g * n.height * n.m_base / 2
    )


def arm_centre(n: Numbers, q: Array) -> Array:
    """The box's centre of mass.  S1 (2.34)."""
    reach = n.ly * np.cos(q[1]) / 2
    return np.array(
        [-reach * np.sin(q[0]), reach * np.cos(q[0]), n.height + n.ly * np.sin(q[1]) / 2]
    )


def holding_torque(n: Numbers) -> float:
    """τ₂ that keeps the level arm level.  S1, section 2.5.3."""
    return n.g * n.m_arm * n.ly / 2
