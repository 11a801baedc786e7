"""What S1 publishes: numbers in SI units, angles in rad; and the equations of its two-link arm, a
box that tilts on top of a turning cylinder."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from armwright.arrays import Array
from armwright.robot import Robot
from armwright.sources import SOURCES

SOURCE = SOURCES["S1"].full

#: Appendix C: about which axis of the base each joint turns, in the posture from which it counts.
JOINT_AXES: Array = np.array(
    [[0, 0, 1], [0, 1, 0], [0, 1, 0], [1, 0, 0], [0, 1, 0], [1, 0, 0]], dtype=np.float64
)

#: Table 5.1: amplitude of the error on q and on q̇, by the case. With noise on q̇, that on q is an
#: upper bound.
NOISE_AMPLITUDES = {
    "noise-q": (1.5e-3, 4e-3),
    "noise-v": (1.5e-3, 50e-3),
    "noise-both": (3e-3, 50e-3),
}

#: Section 5.3.1: the largest static error, by how wrong the mass of the last link is.
STATIC_ERRORS = {0.05: 0.016, 0.10: 0.032}

#: The numbers of S1's five figures of a case: angles, velocities, parts of the torque, torques,
#: accelerations. It prints E for F at two of appendix F.
FIGURES: dict[str, tuple[str, ...]] = {
    name: tuple(f"{chapter}.{first + k}" for k in range(5))
    for name, chapter, first in (
        ("ideal", "5", 1),
        ("noise-q", "D", 1),
        ("noise-v", "D", 6),
        ("noise-both", "5", 7),
        ("payload-110", "5", 12),
        ("payload-90", "5", 17),
        ("payload-105", "E", 1),
        ("payload-95", "E", 6),
        ("inertia-110", "5", 22),
        ("inertia-90", "5", 27),
        ("inertia-105", "F", 1),
        ("inertia-95", "F", 6),
        ("half-moon", "5", 34),
    )
}

#: (5.2): what is left of the tool's pose at the end, H_e(q) − H_e(q_r), with 10 % less payload.
ROTATION_ERROR: Array = np.array(
    [[-0.0037, -0.0087, -0.0038], [-0.0017, 0.0314, 0.0136], [0.0352, 0.0005, 0.0004]]
)
POSITION_ERROR: Array = np.array([0.0002, 0.0002, 0.0047])
POSITION_ERROR_SIZE = float(np.linalg.norm(POSITION_ERROR))

#: (2.37), with q for its θ.
TWO_LINK_EQUATIONS = """\
τ1 = q̈1 (m_A (L_x² + 4 L_y² cos²(q2) + L_z² sin²(q2)) + 6 m_B r²)/12
     − q̇1 q̇2 m_A (4 L_y² − L_z²) sin(2 q2)/12
τ2 = q̈2 m_A (4 L_y² + L_z²)/12 + q̇1² m_A (4 L_y² − L_z²) sin(2 q2)/24 + g m_A L_y cos(q2)/2"""


def is_upper_bound(name: str, symbol: str) -> bool:
    """Whether S1 has an upper bound in this place of its table."""
    return name == "noise-v" and symbol == "q"


def figures_of(name: str) -> str:
    """Where S1 has the pictures of a case."""
    numbers = FIGURES[name]
    return f"figures {numbers[0]} to {numbers[-1]}"


@dataclass(frozen=True)
class TwoLinkNumbers:
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
    def of(cls, robot: Robot) -> TwoLinkNumbers:
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


def two_link_torques(n: TwoLinkNumbers, q: Array, v: Array, a: Array) -> Array:
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


def two_link_lagrangian(n: TwoLinkNumbers, q: Array, v: Array) -> Array:
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
