"""Added inertia: a 6 × 6 matrix that a body carries beside its ten numbers, without any weight.

What water around a body adds to its kinetic energy, ½ (v, ω)ᵀ A (v, ω), v the velocity of the
body's origin and ω its angular velocity, in body axes. Unlike a rigid body's inertia it may differ
for different directions of motion. Gravity, which enters as an acceleration of the base, must not
act on it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from armwright.arrays import Array
from armwright.errors import InputError
from armwright.multibody.placement import Placement, is_number, numbers
from armwright.multibody.spatial import Matrix, Vector, matrix_of


@dataclass(frozen=True)
class Added:
    """A in blocks; A₂₁ is the transpose of `cross` = A₁₂."""

    linear: Matrix
    cross: Matrix
    angular: Matrix

    def __add__(self, o: Added) -> Added:
        return Added(self.linear + o.linear, self.cross + o.cross, self.angular + o.angular)

    def momentum(self, v: Vector, omega: Vector) -> tuple[Vector, Vector]:
        """p and L; or, for accelerations, their rates."""
        return (
            self.linear @ v + self.cross @ omega,
            self.cross.T @ v + self.angular @ omega,
        )


def added_in_body(matrix: Array, link: Placement, name: str) -> Added:
    """The matrix of a link, (linear; angular) about its origin and in its axes, seen from the body
    that it belongs to."""
    A = np.asarray(matrix, dtype=np.float64)
    square = A.shape == (6, 6) and bool(np.isfinite(A).all())
    if not square or np.abs(A - A.T).max() > 1e-9 * np.abs(A).max():
        raise InputError(
            "added inertia is not a symmetric 6 × 6 matrix",
            where=f"link '{name}'",
            got=f"shape {A.shape}",
            expected="(linear; angular) about the link's origin, link axes",
        )
    if not is_number(link):
        raise InputError(
            "a link with added inertia hangs on a joint whose place is free",
            where=f"link '{name}'",
        )
    R, p = numbers(link.rotation), np.array(list(link.translation), dtype=np.float64)
    cross = np.array([[0, -p[2], p[1]], [p[2], 0, -p[0]], [-p[1], p[0], 0]])
    X = np.block([[R.T, -R.T @ cross], [np.zeros((3, 3)), R.T]])
    B = X.T @ A @ X
    return Added(matrix_of(B[:3, :3]), matrix_of(B[:3, 3:]), matrix_of(B[3:, 3:]))
