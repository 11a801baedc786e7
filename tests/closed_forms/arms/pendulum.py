"""A physical pendulum; q from the hanging position. All numbers are assumed."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tests.closed_forms.arms.equations import Array, Equations


@dataclass(frozen=True)
class Numbers:
    """`inertia` about the centre of mass, which is `distance` below the axis."""

    mass: float = 2.3
    distance: float = 0.37
    inertia: float = 0.041
    g: float = 9.81


def equations(n: Numbers, q: Array, v: Array) -> Equations:
    """(J + m d²) q̈ + m g d sin q = τ."""
    mass = np.array([[n.inertia + n.mass * n.distance**2]])
    return Equations(mass, np.array([n.mass * n.g * n.distance * np.sin(q[0])]))
