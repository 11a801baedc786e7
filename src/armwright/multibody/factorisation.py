"""M = Lᵀ D L of a sparse symmetric matrix, the highest coordinates eliminated first.

For the bodies of a tree, parents numbered before children, this makes no fill-in (Featherstone
2008, section 6.5).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from armwright.multibody.mass_matrix import Entries
from armwright.multibody.spatial import Scalar, minus, times


@dataclass(frozen=True)
class Factors:
    """Unit lower triangular L, by rows, and 1/D. `places`: where a coordinate stands in vectors."""

    rows: tuple[dict[int, Scalar], ...]
    inverse_D: list[Scalar]
    places: Sequence[int]

    def solve(self, b: Sequence[Scalar]) -> list[Scalar]:
        """x with M x = b."""
        size = len(self.rows)
        x = [b[place] for place in self.places]
        for k in range(size - 1, -1, -1):
            for j, value in self.rows[k].items():
                x[j] = minus(x[j], times(value, x[k]))
        x = [times(value, d) for value, d in zip(x, self.inverse_D, strict=True)]
        for k in range(size):
            for j, value in self.rows[k].items():
                x[k] = minus(x[k], times(value, x[j]))
        ordered: list[Scalar] = [0.0] * size
        for place, value in zip(self.places, x, strict=True):
            ordered[place] = value
        return ordered


def factorise(
    M: Entries, places: Sequence[int], inverse_pivot: Callable[[int, Scalar], Scalar]
) -> Factors:
    """`M`: entries (i, j), i ≥ j, all others zero. `inverse_pivot(k, d)` is 1/d, or refuses."""
    size = len(places)
    H: list[dict[int, Scalar]] = [{} for _ in range(size)]
    for (i, j), value in sorted(M.items(), key=lambda item: -item[0][1]):
        H[i][j] = value
    rows: list[dict[int, Scalar]] = [{} for _ in range(size)]
    inverse_D: list[Scalar] = [0.0] * size
    for k in range(size - 1, -1, -1):
        inverse_D[k] = inverse_pivot(k, H[k].pop(k))
        above = sorted(H[k], reverse=True)
        rows[k] = {i: times(H[k][i], inverse_D[k]) for i in above}
        for place, i in enumerate(above):
            for j in above[place:]:
                H[i][j] = minus(H[i].get(j, 0.0), times(rows[k][i], H[k][j]))
    return Factors(tuple(rows), inverse_D, places)
