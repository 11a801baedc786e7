"""Rotations as products of turns about x and z, which cost far less than a 3 × 3 product."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from armwright.multibody.spatial import (
    Matrix,
    Scalar,
    Symmetric,
    Vector,
    minus,
    plus,
    symmetric_part_of,
    times,
)


@dataclass(frozen=True, slots=True)
class Turn:
    """Rotation about the x or z axis: cosine and sine of its angle."""

    axis: Literal["x", "z"]
    c: Scalar
    s: Scalar

    def forward(self, v: Vector) -> Vector:
        """R v."""
        return self._turn(v, self.s)

    def backward(self, v: Vector) -> Vector:
        """Rᵀ v."""
        return self._turn(v, -self.s)

    def _turn(self, v: Vector, s: Scalar) -> Vector:
        if self.axis == "z":
            return Vector(*self._plane(v.x, v.y, s), v.z)
        return Vector(v.x, *self._plane(v.y, v.z, s))

    def _plane(self, a: Scalar, b: Scalar, s: Scalar) -> tuple[Scalar, Scalar]:
        c = self.c
        return minus(times(c, a), times(s, b)), plus(times(s, a), times(c, b))

    def congruence(self, m: Symmetric) -> Symmetric:
        """R m Rᵀ. In the plane of rotation, with w = s (a − b) + 2 c ab, the diagonal (a, b)
        becomes (a − s w, b + s w) and the off-diagonal ab becomes c w − ab."""
        if self.axis == "z":
            xx, xy, yy = self._block(m.xx, m.xy, m.yy)
            xz, yz = self._plane(m.xz, m.yz, self.s)
            return Symmetric(xx, xy, xz, yy, yz, m.zz)
        yy, yz, zz = self._block(m.yy, m.yz, m.zz)
        xy, xz = self._plane(m.xy, m.xz, self.s)
        return Symmetric(m.xx, xy, xz, yy, yz, zz)

    def _block(self, a: Scalar, ab: Scalar, b: Scalar) -> tuple[Scalar, Scalar, Scalar]:
        w = plus(times(self.s, minus(a, b)), times(times(2.0, self.c), ab))
        moved = times(self.s, w)
        return minus(a, moved), minus(times(self.c, w), ab), plus(b, moved)


@dataclass(frozen=True, slots=True)
class General:
    """Any rotation, as a matrix."""

    matrix: Matrix

    def forward(self, v: Vector) -> Vector:
        return self.matrix @ v

    def backward(self, v: Vector) -> Vector:
        return self.matrix.T @ v

    def congruence(self, m: Symmetric) -> Symmetric:
        return symmetric_part_of(self.matrix.of(m.matrix()).of(self.matrix.T))


@dataclass(frozen=True, slots=True)
class Rotation:
    """The product of its factors, the first one leftmost: v_parent = R v_child."""

    factors: tuple[Turn | General, ...]

    def __matmul__(self, v: Vector) -> Vector:
        for factor in reversed(self.factors):
            v = factor.forward(v)
        return v

    def back(self, v: Vector) -> Vector:
        """Rᵀ v."""
        for factor in self.factors:
            v = factor.backward(v)
        return v

    def congruence(self, m: Symmetric) -> Symmetric:
        """R m Rᵀ."""
        for factor in reversed(self.factors):
            m = factor.congruence(m)
        return m

    def of_matrix(self, m: Matrix) -> Matrix:
        """R m Rᵀ for a matrix without symmetry."""
        half = Matrix(tuple(self @ row for row in m.rows))  # type: ignore[arg-type]
        return Matrix(tuple(self @ column for column in half.T.rows)).T  # type: ignore[arg-type]

    def matrix(self) -> Matrix:
        unit = (Vector(1.0), Vector(y=1.0), Vector(z=1.0))
        return Matrix(tuple(self @ e for e in unit)).T  # type: ignore[arg-type]
