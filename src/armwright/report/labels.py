"""Names beside a drawing, each on a line of its own, with a thin line to what it names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from armwright.arrays import Array


@dataclass(frozen=True)
class Label:
    """`at`: the thing's point on paper; `beside`: where its text starts (right) or ends (left)."""

    text: str
    at: tuple[float, float]
    beside: tuple[float, float]
    right: bool


def place_labels(
    names: Sequence[str],
    points: Array,
    columns: tuple[float, float],
    rows: tuple[float, float],
    gap: float,
) -> list[Label]:
    """Two columns, at x = columns[0] and columns[1]; texts at least `gap` apart, in the order of
    the points they name, within `rows` (bottom, top) if there is room."""
    x = points[:, 0]
    middle = 0.5 * (x.min() + x.max())
    sides: tuple[list[int], list[int]] = ([], [])
    # From the bottom up; names of one and the same point read downwards in their order.
    levels = np.round(points[:, 1] / gap, 3)
    for index in np.lexsort((-np.arange(len(names)), levels)).tolist():
        sides[int(x[index] >= middle)].append(index)
    labels = []
    for side, members in enumerate(sides):
        heights = _spread(points[members, 1], gap, rows)
        for index, height in zip(members, heights, strict=True):
            at = (float(points[index, 0]), float(points[index, 1]))
            labels.append(Label(names[index], at, (columns[side], height), bool(side)))
    return labels


def _spread(heights: Array, gap: float, rows: tuple[float, float]) -> list[float]:
    """Rising heights, moved apart to at least `gap`, as little as needed, and back into `rows`."""
    placed = heights.copy()
    for _ in range(200):
        step = np.diff(placed)
        tight = step < gap - 1e-9
        if not tight.any():
            break
        push = np.where(tight, (gap - step) / 2, 0.0)
        placed[:-1] -= push
        placed[1:] += push
    if len(placed):
        placed += max(0.0, rows[0] - placed[0]) - max(0.0, placed[-1] - rows[1])
    return [float(height) for height in placed]
