"""S0: vertical arm with two revolute axes, its rigid part without motors.

At q = 0 link 1 points up (z) and link 2 forward (x); a positive angle tilts towards +x, a turn
about +y. S0 gives no numbers.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tests.closed_forms.arms.equations import Array, Equations


@dataclass(frozen=True)
class Numbers:
    """Masses, inertias about the centres, lengths, distances of the centres from the axes."""

    m1: float
    m2: float
    j1: float
    j2: float
    l1: float
    l2: float
    xi1: float
    xi2: float
    g: float


def equations(n: Numbers, q: Array, v: Array) -> Equations:
    """S0 (A.2), (A.3), (A.4): M, c + g; rows and columns of the arm only."""
    s2, c2 = np.sin(q[1]), np.cos(q[1])
    m11 = n.j1 + n.m1 * n.xi1**2 + n.j2 + n.m2 * (n.l1**2 + n.xi2**2 - 2 * n.l1 * n.xi2 * s2)
    m12 = n.j2 + n.m2 * (n.xi2**2 - n.l1 * n.xi2 * s2)
    m22 = n.j2 + n.m2 * n.xi2**2
    c = n.m2 * n.l1 * n.xi2 * c2 * np.array([-(2 * v[0] * v[1] + v[1] ** 2), v[0] ** 2])
    s1, c12 = np.sin(q[0]), np.cos(q[0] + q[1])
    g = np.array(
        [
            -n.g * (n.m1 * n.xi1 * s1 + n.m2 * (n.l1 * s1 + n.xi2 * c12)),
            -n.m2 * n.xi2 * n.g * c12,
        ]
    )
    return Equations(np.array([[m11, m12], [m12, m22]]), c + g)


def tool(n: Numbers, q: Array) -> Array:
    """(x, z).  S0 (1.2)."""
    x = n.l1 * np.sin(q[0]) + n.l2 * np.cos(q[0] + q[1])
    z = n.l1 * np.cos(q[0]) - n.l2 * np.sin(q[0] + q[1])
    return np.array([x, z])


def tool_jacobian(n: Numbers, q: Array) -> Array:
    """∂(x, z)/∂q.  S0 (2.5)."""
    s12, c12 = np.sin(q[0] + q[1]), np.cos(q[0] + q[1])
    return np.array(
        [
            [n.l1 * np.cos(q[0]) - n.l2 * s12, -n.l2 * s12],
            [-n.l2 * c12 - n.l1 * np.sin(q[0]), -n.l2 * c12],
        ]
    )


def sensor_from_base(q: Array) -> Array:
    """Turns (x, z) components of the base into those of a frame fixed to link 2.  S0 (2.2)."""
    s12, c12 = np.sin(q[0] + q[1]), np.cos(q[0] + q[1])
    return np.array([[c12, -s12], [s12, c12]])


def joint_angles(n: Numbers, point: Array, elbow_up: bool) -> Array:
    """The inverse of `tool`.  S0 (1.4)-(1.7)."""
    x, z = point
    sign = 1 if elbow_up else -1
    reach = np.hypot(x, z)
    sine = (n.l1**2 + n.l2**2 - reach**2) / (2 * n.l1 * n.l2)
    cosine = (n.l1**2 + reach**2 - n.l2**2) / (2 * n.l1 * reach)
    q2 = np.arctan2(sine, sign * np.sqrt(1 - sine**2))
    gamma = np.arctan2(sign * np.sqrt(1 - cosine**2), cosine)
    return np.array([np.pi / 2 - gamma - np.arctan2(z, x), q2])
