"""What inverse kinematics returns."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from armwright.arm.inverse.programs import SAME
from armwright.arrays import Array


@dataclass(frozen=True, eq=False)
class Solutions:
    """Joint positions that bring a frame to a pose; `...` are the batch dimensions of the poses.

    `q` (..., n): the solution nearest to the start; where there is none, and that was asked for,
    the closest pose. `all` (..., k, n): every solution found, nearest first; `count` (...) says
    how many of its rows are solutions, and further ones repeat `q`. `miss_position` (m) and
    `miss_angle` (rad), (...): how far the frame at `q` is from the pose, by forward kinematics.
    `method`: the closed form, or damped least squares.
    """

    q: Array
    all: Array
    count: NDArray[np.intp]
    miss_position: Array
    miss_angle: Array
    method: str

    @property
    def found(self) -> NDArray[np.bool_]:
        """(...): whether `q` meets the pose."""
        return np.asarray(self.count > 0)

    def shaped(self, batch: tuple[int, ...]) -> Solutions:
        """Rows, arranged in batch dimensions."""
        return self._each(lambda array: array.reshape((*batch, *array.shape[1:])))

    def with_rows(self, index: NDArray[np.intp], other: Solutions) -> Solutions:
        """Some rows replaced by those of `other`."""
        kept = np.delete(np.arange(len(self.q)), index)
        back = np.argsort(np.concatenate([kept, index]))
        both = joined([self._each(lambda array: array[kept]), other])
        return both._each(lambda array: array[back])

    def widened(self, width: int) -> Solutions:
        """With room for `width` solutions: the nearest fills what is left."""
        if width == self.all.shape[1]:
            return self
        fill = np.repeat(self.q[:, None], width - self.all.shape[1], axis=1)
        return replace(self, all=np.concatenate([self.all, fill], axis=1))

    def _each(self, change: Callable[[Any], Any]) -> Solutions:
        return Solutions(
            change(self.q),
            change(self.all),
            change(self.count),
            change(self.miss_position),
            change(self.miss_angle),
            self.method,
        )


def joined(parts: list[Solutions]) -> Solutions:
    """The rows of all parts."""
    if len(parts) == 1:
        return parts[0]
    width = max(part.all.shape[1] for part in parts)
    return Solutions(
        np.concatenate([part.q for part in parts]),
        np.concatenate([part.widened(width).all for part in parts]),
        np.concatenate([part.count for part in parts]),
        np.concatenate([part.miss_position for part in parts]),
        np.concatenate([part.miss_angle for part in parts]),
        parts[0].method,
    )


@dataclass(frozen=True, eq=False)
class Candidates:
    """Some joint positions for each pose: `q` (N, k, n) and, each (N, k), misses, the distance from
    the start, and whether it is a solution, within limits, that no other repeats."""

    q: Array
    position: Array
    angle: Array
    distance: Array
    good: NDArray[np.bool_]

    def sorted(self, method: str) -> Solutions:
        """Solutions first, by distance from the start; other rows repeat the nearest."""
        key = np.where(self.good, self.distance, np.inf)
        order = np.argsort(key, axis=1, kind="stable")
        count = self.good.sum(axis=1)
        width = max(int(count.max(initial=0)), 1)
        order = np.where(np.arange(width) < count[:, None], order[:, :width], order[:, :1])
        row, nearest = np.arange(len(order)), order[:, 0]
        q = self.q[row[:, None], order]
        return Solutions(
            q[:, 0], q, count, self.position[row, nearest], self.angle[row, nearest], method
        )


def repeated(q: Array, good: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """(N, k): which of the good rows equal an earlier good one."""
    repeats = np.zeros_like(good)
    for k in np.flatnonzero(good.any(axis=0))[1:]:
        same = np.abs(q[:, :k] - q[:, k : k + 1]).max(axis=2) < SAME
        repeats[:, k] = (same & good[:, :k]).any(axis=1)
    return repeats & good
