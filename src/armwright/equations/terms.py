"""What every derivation finds: M q̈ + c + g = τ + e, in the order of joint vectors."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import sympy as sp

from armwright.equations.algebra import AlgebraScalar
from armwright.equations.symbolic_arm import SymbolicArm


@dataclass(frozen=True)
class TermParts:
    """The mass matrix, Coriolis and centrifugal terms, gravity, e = Jᵀw of the wrench on the tool,
    and the matrix C with c = C q̇; it has no rows where it is not asked for. Of closed loops, Φ and
    the rows of Ψ."""

    mass_matrix: list[list[AlgebraScalar]]
    bias: list[AlgebraScalar]
    gravity: list[AlgebraScalar]
    end_force: list[AlgebraScalar]
    coriolis: list[list[AlgebraScalar]] = field(default_factory=list)
    constraint: list[AlgebraScalar] = field(default_factory=list)
    constraint_jacobian: list[list[AlgebraScalar]] = field(default_factory=list)

    def elements(self) -> list[AlgebraScalar]:
        """The upper half of the mass matrix row by row, the vectors, Φ, the rows of C and of Ψ."""
        upper = [x for i, row in enumerate(self.mass_matrix) for x in row[i:]]
        rows = [x for row in (*self.coriolis, *self.constraint_jacobian) for x in row]
        vectors = (self.bias, self.gravity, self.end_force, self.constraint)
        return [*upper, *(x for vector in vectors for x in vector), *rows]

    @staticmethod
    def of(elements: Sequence[AlgebraScalar], size: int, constraints: int = 0) -> TermParts:
        """Inverse of `elements`, with so many constraints."""
        left = iter(elements)
        upper = {(i, j): next(left) for i in range(size) for j in range(i, size)}
        bias, gravity, outside = ([next(left) for _ in range(size)] for _ in range(3))
        values = [next(left) for _ in range(constraints)]
        rest = list(left)
        rows = [rest[k : k + size] for k in range(0, len(rest), size)]
        last = len(rows) - constraints
        whole = mirrored(upper, size)
        return TermParts(whole, bias, gravity, outside, rows[:last], values, rows[last:])


@dataclass(frozen=True)
class DragFlow:
    """Water that flows along some directions of a link, each as a row over q̇. A `line`: across it,
    at its start and what is gained to its end, for two directions; `amounts` are drag and lift.
    Otherwise one direction, and quadratic and linear drag."""

    label: str
    rows: tuple[tuple[AlgebraScalar, ...], ...]
    amounts: tuple[AlgebraScalar, AlgebraScalar]
    line: bool = False

    def elements(self) -> list[AlgebraScalar]:
        return [*self.amounts, *(x for row in self.rows for x in row)]

    def written(self, write: Callable[[AlgebraScalar], AlgebraScalar]) -> DragFlow:
        """The same with every element as `write` has it."""
        rows = tuple(tuple(write(x) for x in row) for row in self.rows)
        return DragFlow(
            self.label, rows, (write(self.amounts[0]), write(self.amounts[1])), self.line
        )


@dataclass(frozen=True)
class Terms:
    """`torque` gives τ of a whole motion q, q̇, q̈, on the way that the method takes, without the
    drag of `flows`."""

    parts: TermParts
    torque: Callable[[], list[AlgebraScalar]]
    flows: tuple[DragFlow, ...] = ()


def christoffel_matrix(
    arm: SymbolicArm, bias: Sequence[AlgebraScalar]
) -> list[list[AlgebraScalar]]:
    """C of the Christoffel symbols, for which Ṁ − 2 C is skew (S1 2.26-2.28): C = ½ ∂c/∂q̇, since c
    is quadratic in q̇ with symmetric coefficients."""
    algebra, half = arm.algebra, arm.algebra.number(sp.Rational(1, 2))
    return [
        [
            algebra.keep(half * algebra.derivative(x, dq), f"C{i}{j}")
            for j, dq in enumerate(arm.coordinates.dq, 1)
        ]
        for i, x in enumerate(bias, 1)
    ]


def mirrored(upper: dict[tuple[int, int], AlgebraScalar], size: int) -> list[list[AlgebraScalar]]:
    """The symmetric matrix of which `upper` has the elements (i, j), i ≤ j."""
    return [[upper[min(i, j), max(i, j)] for j in range(size)] for i in range(size)]
