"""Motion under constraints: H x = b + Ψᵀ μ with Ψ x = c, by the Schur complement Ψ H⁻¹ Ψᵀ.

H is factorised already; the rows of Ψ are independent. One factorisation serves any number of
right-hand sides (Featherstone 2008, section 8.5: the complement is small where loops are few).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from armwright.multibody.factorisation import SparseFactors, factorise
from armwright.multibody.forward_dynamics import MassSolver
from armwright.multibody.rows import Entries, Row, combination, dense
from armwright.multibody.spatial import Scalar, minus, plus, times


@dataclass(frozen=True, eq=False)
class Constrained:
    """H ready to be solved with, of `size` coordinates, and the rows of Ψ."""

    free: MassSolver
    size: int
    rows: tuple[Row, ...]

    @cached_property
    def responses(self) -> list[list[Scalar]]:
        """H⁻¹ Ψᵀ, column by column."""
        return [self.free.solve(dense(row, self.size)) for row in self.rows]

    @cached_property
    def complement(self) -> Entries:
        """Ψ H⁻¹ Ψᵀ."""
        return {
            (i, j): combination(self.rows[i], self.responses[j])
            for i in range(len(self.rows))
            for j in range(i + 1)
        }

    @cached_property
    def factors(self) -> SparseFactors:
        return factorise(self.complement, range(len(self.rows)), lambda _, pivot: 1.0 / pivot)

    def solve(self, b: Sequence[Scalar], c: Sequence[Scalar] | None = None) -> list[Scalar]:
        """x; without `c`, Ψ x = 0."""
        x = self.free.solve(b)
        return self.moved(x, self._missing(x, c))

    def multipliers(self, b: Sequence[Scalar], c: Sequence[Scalar] | None = None) -> list[Scalar]:
        """μ."""
        return self.factors.solve(self._missing(self.free.solve(b), c))

    def moved(self, x: Sequence[Scalar], amounts: Sequence[Scalar]) -> list[Scalar]:
        """x with Ψ x changed by `amounts`, as constraint forces change it."""
        found = list(x)
        for mu, response in zip(self.factors.solve(amounts), self.responses, strict=True):
            found = [plus(a, times(mu, b)) for a, b in zip(found, response, strict=True)]
        return found

    def _missing(self, x: Sequence[Scalar], c: Sequence[Scalar] | None) -> list[Scalar]:
        wanted = [0.0] * len(self.rows) if c is None else c
        return [minus(a, combination(row, x)) for a, row in zip(wanted, self.rows, strict=True)]
