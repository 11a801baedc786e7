"""S1, section 2.5.2: the two-link arm, a box that tilts on top of a turning cylinder."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from armwright.arrays import Array
from armwright.robot import Robot


@dataclass(frozen=True)
class Numbers:
    """S1, table 2.1: masses, radius and height of the cylinder, edges of the box."""

    m_B: float
    h: float
    r: float
    m_A: float
    Lx: float
    Ly: float
    Lz: float
    g: float

    @classmethod
    def of(cls, robot: Robot) -> Numbers:
        bodies = {link.name: link for link in robot.links}
        base, arm = bodies["base"], bodies["arm"]
        assert base.inertia is not None and arm.inertia is not None
        (r, h), (Lx, Ly, Lz) = base.shapes[0].size, arm.shapes[0].size
        m_B, m_A = base.inertia.mass, arm.inertia.mass
        return cls(m_B, h, r, m_A, Lx, Ly, Lz, g=-float(robot.gravity[2]))

    @property
    def holding_torque(self) -> float:
        """S1, section 2.5.3: τ₂ that keeps the level arm where it is."""
        return self.g * self.m_A * self.Ly / 2


def torques(n: Numbers, q: Array, v: Array, a: Array) -> Array:
    """τ of S1 (2.37)."""
    s, s2, c = np.sin(q[..., 1]), np.sin(2 * q[..., 1]), np.cos(q[..., 1])
    about_column = (
        n.m_A * (n.Lx**2 - 4 * n.Ly**2 * s**2 + 4 * n.Ly**2 + n.Lz**2 * s**2) + 6 * n.m_B * n.r**2
    ) / 12
    coupling = n.m_A * s2 * (4 * n.Ly**2 - n.Lz**2) / 12
    first = a[..., 0] * about_column - v[..., 0] * v[..., 1] * coupling
    second = (
        a[..., 1] * n.m_A * (4 * n.Ly**2 + n.Lz**2) / 12
        + v[..., 0] ** 2 * coupling / 2
        + n.g * n.m_A * n.Ly * c / 2
    )
    return np.stack([first, second], axis=-1)


def lagrangian(n: Numbers, q: Array, v: Array) -> Array:
    """L of S1 (2.36)."""
    s, (v1, v2) = np.sin(q[..., 1]), (v[..., 0], v[..., 1])
    found: Array = (
        n.m_A * n.Lx**2 * v1**2 / 24
        - n.m_A * n.Ly**2 * v1**2 * s**2 / 6
        + n.m_A * n.Ly**2 * v1**2 / 6
        + n.m_A * n.Ly**2 * v2**2 / 6
        - n.g * n.m_A * n.Ly * s / 2
        + n.m_A * n.Lz**2 * v1**2 * s**2 / 24
        + n.m_A * n.Lz**2 * v2**2 / 24
        + n.m_B * v1**2 * n.r**2 / 4
        - n.g * n.h * n.m_A
        - n.g * n.h * n.m_B / 2
    )
    return found
