"""Directions in the space of coordinates: what moves, or is pushed, along several of them at once.

A row g maps coordinates x to a displacement g · x, their velocities to its rate, and back a force f
along it to the generalised forces f g.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from armwright.multibody.spatial import Scalar, plus, times

#: Coordinate → coefficient; all others are zero.
Row = Mapping[int, Scalar]
#: Entries (i, j), i ≥ j, of a symmetric matrix; all others are zero.
Entries = dict[tuple[int, int], Scalar]


def combination(row: Row, coordinates: Sequence[Scalar]) -> Scalar:
    """g · x."""
    total: Scalar = 0.0
    for k, coefficient in row.items():
        total = plus(total, times(coefficient, coordinates[k]))
    return total


def add_along(total: list[Scalar], row: Row, amount: Scalar) -> None:
    """total + amount · g."""
    for k, coefficient in row.items():
        total[k] = plus(total[k], times(coefficient, amount))


def add_square(entries: Entries, row: Row, amount: Scalar) -> None:
    """M + amount · g gᵀ."""
    if type(amount) is float and amount == 0.0:
        return
    for i, a in row.items():
        for j, b in row.items():
            if i >= j:
                entries[i, j] = plus(entries.get((i, j), 0.0), times(amount, times(a, b)))


def add_product(entries: Entries, a: Row, b: Row, amount: Scalar) -> None:
    """M + amount · (a bᵀ + b aᵀ)."""
    for i, u in a.items():
        for j, w in b.items():
            pair, value = (max(i, j), min(i, j)), times(amount, times(u, w))
            entries[pair] = plus(entries.get(pair, 0.0), value if i != j else times(2.0, value))


def difference(a: Row, b: Row) -> Row:
    """a − b, without zeros of a."""
    total = {k: value for k, value in a.items() if not (type(value) is float and value == 0.0)}
    for k, value in b.items():
        total[k] = plus(total.get(k, 0.0), times(-1.0, value))
    return total


def dense(row: Row, size: int) -> list[Scalar]:
    """All coefficients."""
    full: list[Scalar] = [0.0] * size
    for k, value in row.items():
        full[k] = plus(full[k], value)
    return full
