"""Where a frame sits in another, and the ten inertial parameters seen from there."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from armwright.arrays import Array
from armwright.multibody.rotation import General
from armwright.multibody.spatial import (
    Matrix,
    Scalar,
    Symmetric,
    Vector,
    matrix_of,
    moment_of,
    plus,
    square,
    times,
)


def _identity() -> Matrix:
    return matrix_of(np.eye(3))


@dataclass(frozen=True)
class Placement:
    """p_parent = rotation @ p + translation; elements may be symbols."""

    rotation: Matrix = field(default_factory=_identity)
    translation: Vector = field(default_factory=Vector)

    def __matmul__(self, other: Placement) -> Placement:
        return Placement(
            self.rotation.of(other.rotation), self.rotation @ other.translation + self.translation
        )

    def inverse(self) -> Placement:
        back = self.rotation.T
        return Placement(back, -(back @ self.translation))


@dataclass(frozen=True)
class Ten:
    """Mass, first moment and inertia about the frame's origin."""

    mass: Scalar
    moment: Vector
    inertia: Symmetric

    def elements(self) -> tuple[Scalar, ...]:
        return (self.mass, *self.moment, *self.inertia.elements())


def zero_ten() -> Ten:
    return Ten(0.0, Vector(), Symmetric())


def add_ten(a: Ten, b: Ten) -> Ten:
    return Ten(plus(a.mass, b.mass), a.moment + b.moment, a.inertia + b.inertia)


def shifted(
    mass: Scalar, moment: Vector, inertia: Symmetric, p: Vector
) -> tuple[Vector, Symmetric]:
    """First moment and inertia about a point from which the old origin is seen at p."""
    squares = square(p)
    trace = plus(plus(squares.xx, squares.yy), squares.zz)
    point = Symmetric(trace, 0.0, 0.0, trace, 0.0, trace) - squares
    return moment + p * mass, inertia + moment_of(moment, p) + point * mass


def seen_from(ten: Ten, placement: Placement) -> Ten:
    """The same body, described in the frame in which its own sits at `placement`."""
    turned = General(placement.rotation)
    moment, inertia = shifted(
        ten.mass,
        turned.forward(ten.moment),
        turned.congruence(ten.inertia),
        placement.translation,
    )
    return Ten(times(ten.mass, 1.0), moment, inertia)


def is_constant(scalars: object) -> bool:
    return all(isinstance(value, (int, float)) for value in scalars)  # type: ignore[attr-defined]


def is_number(placement: Placement) -> bool:
    """Neither rotation nor translation has symbols."""
    return all(is_constant(v) for v in (*placement.rotation.rows, placement.translation))


def numbers(matrix: Matrix) -> Array:
    return np.array([list(row) for row in matrix.rows], dtype=np.float64)
