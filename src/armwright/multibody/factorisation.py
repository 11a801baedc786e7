"""M = Lᵀ D L of a sparse symmetric matrix, the last coordinates of an order eliminated first.

For the bodies of a tree, parents before children, this makes no fill-in (Featherstone 2008, section
6.5).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from armwright.multibody.rows import Entries
from armwright.multibody.spatial import Scalar, minus, times


@dataclass(frozen=True)
class SparseFactors:
    """Unit lower triangular L, by rows, and 1/D; both by places in the `order`."""

    rows: tuple[dict[int, Scalar], ...]
    inverse_D: list[Scalar]
    order: Sequence[int]

    def solve(self, b: Sequence[Scalar]) -> list[Scalar]:
        """x with M x = b."""
        size = len(self.rows)
        x = [b[k] for k in self.order]
        for k in range(size - 1, -1, -1):
            for j, value in self.rows[k].items():
                x[j] = minus(x[j], times(value, x[k]))
        x = [times(value, d) for value, d in zip(x, self.inverse_D, strict=True)]
        for k in range(size):
            for j, value in self.rows[k].items():
                x[k] = minus(x[k], times(value, x[j]))
        ordered: list[Scalar] = [0.0] * size
        for k, value in zip(self.order, x, strict=True):
            ordered[k] = value
        return ordered


def factorise(
    M: Entries, order: Sequence[int], inverse_pivot: Callable[[int, Scalar], Scalar]
) -> SparseFactors:
    """M = Lᵀ D L in that order; `inverse_pivot(k, d)` is 1/d for coordinate k, or refuses."""
    size, rank = len(order), {k: place for place, k in enumerate(order)}
    H: list[dict[int, Scalar]] = [{} for _ in range(size)]
    numbered = ((sorted((rank[i], rank[j])), value) for (i, j), value in M.items())
    for (j, i), value in sorted(numbered, key=lambda item: -item[0][0]):
        H[i][j] = value
    rows: list[dict[int, Scalar]] = [{} for _ in range(size)]
    inverse_D: list[Scalar] = [0.0] * size
    for k in range(size - 1, -1, -1):
        inverse_D[k] = inverse_pivot(order[k], H[k].pop(k, 0.0))
        above = sorted(H[k], reverse=True)
        rows[k] = {i: times(H[k][i], inverse_D[k]) for i in above}
        for place, i in enumerate(above):
            for j in above[place:]:
                H[i][j] = minus(H[i].get(j, 0.0), times(rows[k][i], H[k][j]))
    return SparseFactors(tuple(rows), inverse_D, order)
