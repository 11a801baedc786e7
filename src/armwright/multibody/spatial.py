"""Vectors, symmetric matrices and rotations whose elements are numbers or SX scalars.

Elements stay Python numbers as long as they are constant; products with 0 and 1 vanish, so that
constants and zeros of an arm's geometry cost nothing in the generated code.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import casadi as cs
import numpy as np

#: A Python float or a scalar casadi.SX.
Scalar = Any


#: SX's own operators go through a long search for the right overload; this is nine times faster.
_binary = cs.SX.binary


@lru_cache(maxsize=65536)
def _constant(value: float) -> cs.SX:
    return cs.SX(value)


def _sx(a: Scalar) -> cs.SX:
    return _constant(a) if type(a) is float else a


def times(a: Scalar, b: Scalar) -> Scalar:
    if type(a) is float:
        if a == 0.0 or a == 1.0 or type(b) is float:
            return b if a == 1.0 else 0.0 if a == 0.0 else a * b
        if a == -1.0:
            return -b
    elif type(b) is float:
        return times(b, a)
    return _binary(cs.OP_MUL, _sx(a), _sx(b))


def plus(a: Scalar, b: Scalar) -> Scalar:
    if type(a) is float and (a == 0.0 or type(b) is float):
        return b if a == 0.0 else a + b
    if type(b) is float and b == 0.0:
        return a
    return _binary(cs.OP_ADD, _sx(a), _sx(b))


def minus(a: Scalar, b: Scalar) -> Scalar:
    if type(b) is float and (b == 0.0 or type(a) is float):
        return a if b == 0.0 else a - b
    if type(a) is float and a == 0.0:
        return -b
    return _binary(cs.OP_SUB, _sx(a), _sx(b))


@dataclass(frozen=True, slots=True)
class Vector:
    x: Scalar = 0.0
    y: Scalar = 0.0
    z: Scalar = 0.0

    def __add__(self, o: Vector) -> Vector:
        return Vector(plus(self.x, o.x), plus(self.y, o.y), plus(self.z, o.z))

    def __sub__(self, o: Vector) -> Vector:
        return Vector(minus(self.x, o.x), minus(self.y, o.y), minus(self.z, o.z))

    def __neg__(self) -> Vector:
        return Vector(-self.x, -self.y, -self.z)

    def __mul__(self, s: Scalar) -> Vector:
        return Vector(times(self.x, s), times(self.y, s), times(self.z, s))

    def dot(self, o: Vector) -> Scalar:
        return plus(plus(times(self.x, o.x), times(self.y, o.y)), times(self.z, o.z))

    def cross(self, o: Vector) -> Vector:
        return Vector(
            minus(times(self.y, o.z), times(self.z, o.y)),
            minus(times(self.z, o.x), times(self.x, o.z)),
            minus(times(self.x, o.y), times(self.y, o.x)),
        )

    def column(self) -> cs.SX:
        return cs.vertcat(self.x, self.y, self.z)

    def __iter__(self) -> Any:
        return iter((self.x, self.y, self.z))


@dataclass(frozen=True, slots=True)
class Matrix:
    """A 3 × 3 matrix by rows."""

    rows: tuple[Vector, Vector, Vector]

    def __matmul__(self, v: Vector) -> Vector:
        a, b, c = self.rows
        return Vector(a.dot(v), b.dot(v), c.dot(v))

    def __add__(self, o: Matrix) -> Matrix:
        return _matrix(a + b for a, b in zip(self.rows, o.rows, strict=True))

    def __sub__(self, o: Matrix) -> Matrix:
        return _matrix(a - b for a, b in zip(self.rows, o.rows, strict=True))

    def __mul__(self, s: Scalar) -> Matrix:
        return _matrix(row * s for row in self.rows)

    @property
    def T(self) -> Matrix:
        return _matrix(Vector(*column) for column in zip(*self.rows, strict=True))

    def of(self, o: Matrix) -> Matrix:
        """The product self · o."""
        columns = o.T
        return _matrix(columns @ row for row in self.rows)

    def sx(self) -> cs.SX:
        return cs.vertcat(*(cs.horzcat(*row) for row in self.rows))


def _matrix(rows: Iterable[Vector]) -> Matrix:
    a, b, c = rows
    return Matrix((a, b, c))


def matrix_of(numbers: Any) -> Matrix:
    """A constant matrix; what is 0 or ±1 but for rounding becomes exactly that."""
    return _matrix(Vector(*(exact(float(value)) for value in row)) for row in np.asarray(numbers))


def vector_of(numbers: Any) -> Vector:
    x, y, z = (exact(float(value)) for value in numbers)
    return Vector(x, y, z)


def exact(value: float, tolerance: float = 4e-16) -> float:
    """`value`, or the whole number −1, 0, 1 that it misses by rounding only."""
    nearest = float(round(value))
    return nearest if abs(value - nearest) <= tolerance and abs(nearest) <= 1 else value


def outer(a: Vector, b: Vector) -> Matrix:
    return _matrix(b * element for element in a)


@dataclass(frozen=True, slots=True)
class Symmetric:
    """A symmetric 3 × 3 matrix."""

    xx: Scalar = 0.0
    xy: Scalar = 0.0
    xz: Scalar = 0.0
    yy: Scalar = 0.0
    yz: Scalar = 0.0
    zz: Scalar = 0.0

    def elements(self) -> tuple[Scalar, ...]:
        return (self.xx, self.xy, self.xz, self.yy, self.yz, self.zz)

    def __add__(self, o: Symmetric) -> Symmetric:
        return Symmetric(*(plus(a, b) for a, b in zip(self.elements(), o.elements(), strict=True)))

    def __sub__(self, o: Symmetric) -> Symmetric:
        return Symmetric(*(minus(a, b) for a, b in zip(self.elements(), o.elements(), strict=True)))

    def __mul__(self, s: Scalar) -> Symmetric:
        return Symmetric(*(times(a, s) for a in self.elements()))

    def matrix(self) -> Matrix:
        return Matrix(
            (
                Vector(self.xx, self.xy, self.xz),
                Vector(self.xy, self.yy, self.yz),
                Vector(self.xz, self.yz, self.zz),
            )
        )

    def __matmul__(self, v: Vector) -> Vector:
        return self.matrix() @ v


def symmetric_part_of(m: Matrix) -> Symmetric:
    """Of a matrix that is symmetric already: its upper half."""
    a, b, c = m.rows
    return Symmetric(a.x, a.y, a.z, b.y, b.z, c.z)


def square(v: Vector) -> Symmetric:
    """v vᵀ."""
    x, y, z = v.x, v.y, v.z
    return Symmetric(times(x, x), times(x, y), times(x, z), times(y, y), times(y, z), times(z, z))


def moment_of(h: Vector, p: Vector) -> Symmetric:
    """(h·p) 1 − ½(h pᵀ + p hᵀ), twice: what moving the origin by p adds for a first moment h."""
    xx, yy, zz = (times(a, b) for a, b in zip(h, p, strict=True))
    return Symmetric(
        xx=times(2.0, plus(yy, zz)),
        xy=-plus(times(h.x, p.y), times(h.y, p.x)),
        xz=-plus(times(h.x, p.z), times(h.z, p.x)),
        yy=times(2.0, plus(xx, zz)),
        yz=-plus(times(h.y, p.z), times(h.z, p.y)),
        zz=times(2.0, plus(xx, yy)),
    )


@dataclass(frozen=True)
class Force:
    """Force and its moment about the body's origin, body axes."""

    f: Vector
    n: Vector

    def __add__(self, o: Force) -> Force:
        return Force(self.f + o.f, self.n + o.n)

    def __sub__(self, o: Force) -> Force:
        return Force(self.f - o.f, self.n - o.n)
