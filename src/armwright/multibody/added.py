"""Added inertia: a 6 × 6 matrix that a body carries beside its ten numbers, without any weight.

What water around a body adds to its kinetic energy, ½ (v, ω)ᵀ A (v, ω), v the velocity of the
body's origin and ω its angular velocity, in body axes. Unlike a rigid body's inertia it may differ
for different directions of motion. Gravity, which enters as an acceleration of the base, must not
act on it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from armwright.arrays import Array
from armwright.errors import InputError
from armwright.multibody.placement import Placement, is_number, numbers
from armwright.multibody.spatial import Matrix, Scalar, Vector, matrix_of


@dataclass(frozen=True)
class Added:
    """A in blocks; A₂₁ is the transpose of `cross` = A₁₂."""

    linear: Matrix
    cross: Matrix
    angular: Matrix

    def __add__(self, o: Added) -> Added:
        return Added(self.linear + o.linear, self.cross + o.cross, self.angular + o.angular)

    def __mul__(self, factor: Scalar) -> Added:
        return Added(self.linear * factor, self.cross * factor, self.angular * factor)

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
    return _in_blocks(moved_inertia(A, R, p))


def moved_inertia(matrix: Array, R: Array, at: Array) -> Array:
    """A 6 × 6 inertia about a point and in axes R of a frame, about its origin and in its axes."""
    cross = np.array([[0, -at[2], at[1]], [at[2], 0, -at[0]], [-at[1], at[0], 0]])
    X = np.block([[R.T, -R.T @ cross], [np.zeros((3, 3)), R.T]])
    return np.asarray(X.T @ matrix @ X)


def added_from(terms: Iterable[tuple[Scalar, Array]]) -> Added | None:
    """The sum of matrices with their factors; None if there is none."""
    total: Added | None = None
    for factor, matrix in terms:
        if type(factor) is float and factor == 0.0:
            continue
        own = _in_blocks(matrix) * factor
        total = own if total is None else total + own
    return total


def _in_blocks(A: Array) -> Added:
    return Added(matrix_of(A[:3, :3]), matrix_of(A[:3, 3:]), matrix_of(A[3:, 3:]))
