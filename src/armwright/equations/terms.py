"""What every derivation finds: M q̈ + c + g = τ + e, in the order of joint vectors."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from armwright.equations.algebra import AlgebraScalar


@dataclass(frozen=True)
class TermParts:
    """The mass matrix, Coriolis and centrifugal terms, gravity, and e = Jᵀw of the wrench on the
    tool."""

    mass_matrix: list[list[AlgebraScalar]]
    bias: list[AlgebraScalar]
    gravity: list[AlgebraScalar]
    end_force: list[AlgebraScalar]

    def elements(self) -> list[AlgebraScalar]:
        """The upper half of the mass matrix row by row, then the vectors."""
        upper = [x for i, row in enumerate(self.mass_matrix) for x in row[i:]]
        return [*upper, *self.bias, *self.gravity, *self.end_force]

    @staticmethod
    def of(elements: Sequence[AlgebraScalar], size: int) -> TermParts:
        """Inverse of `elements`."""
        left = iter(elements)
        upper = {(i, j): next(left) for i in range(size) for j in range(i, size)}
        bias, gravity, outside = ([next(left) for _ in range(size)] for _ in range(3))
        return TermParts(mirrored(upper, size), bias, gravity, outside)


@dataclass(frozen=True)
class Terms:
    """`torque` gives τ of a whole motion q, q̇, q̈, on the way that the method takes."""

    parts: TermParts
    torque: Callable[[], list[AlgebraScalar]]


def mirrored(upper: dict[tuple[int, int], AlgebraScalar], size: int) -> list[list[AlgebraScalar]]:
    """The symmetric matrix of which `upper` has the elements (i, j), i ≤ j."""
    return [[upper[min(i, j), max(i, j)] for j in range(size)] for i in range(size)]
