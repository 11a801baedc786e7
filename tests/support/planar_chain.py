"""A level chain of equal rods, on paper and as a robot: joints that pull at each other.

With the rods' absolute angles φ, M_ij = c_ij cos(φ_i − φ_j) and the velocity terms are
Σ_j c_ij sin(φ_i − φ_j) φ̇_j²; joint angles are their differences.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from armwright import Drive, Inertia, Joint, Link, Pose, Robot

Array = np.ndarray


class PlanarChain(NamedTuple):
    """`coulomb` and `static` friction in N m, one number for each joint."""

    coulomb: Sequence[float]
    static: Sequence[float]
    length: float = 0.4
    mass: float = 2.0

    @property
    def size(self) -> int:
        return len(self.coulomb)

    def terms(self, q: Array, v: Array) -> tuple[Array, Array]:
        """M and the bias of M v̇ + bias = τ."""
        n, l, m = self.size, self.length, self.mass
        beyond = np.array([n - 1 - max(i, j) for i in range(n) for j in range(n)]).reshape(n, n)
        coefficients = m * l**2 * (beyond + 0.5 * (1 - np.eye(n)) + np.eye(n) / 3)
        sums = np.tril(np.ones((n, n)))
        angle, rate = sums @ q, sums @ v
        difference = angle[:, None] - angle[None, :]
        mass = coefficients * np.cos(difference)
        bias = (coefficients * np.sin(difference)) @ rate**2
        return sums.T @ mass @ sums, sums.T @ bias

    def robot(self) -> Robot:
        rod = Inertia(
            self.mass,
            np.array([self.length / 2, 0, 0]),
            np.diag([0, 1, 1]) * self.mass * self.length**2 / 12,
        )
        links, joints = [Link("base")], []
        for i in range(self.size):
            origin = Pose(translation=np.array([self.length if i else 0.0, 0, 0]))
            friction = {"coulomb": self.coulomb[i], "static": self.static[i]}
            drive = Drive(friction=friction, friction_side="joint")
            joint = Joint(f"joint{i + 1}", "revolute", links[-1].name, f"rod{i + 1}", origin)
            joints.append(dataclasses.replace(joint, drive=drive))
            links.append(Link(f"rod{i + 1}", rod))
        return Robot("planar_chain", tuple(links), tuple(joints))
