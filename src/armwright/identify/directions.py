"""Which directions of numbers a Jacobian sees."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from armwright.arrays import Array

#: Of a direction: a number that loses no more than this to what is not seen is seen by itself.
_WHOLE = 1e-6
#: Shares that are told.
_TOLD = 0.01


@dataclass(frozen=True, eq=False)
class SeenDirections:
    """`unit`: the Jacobian (rows, p), each column by its `length`, 1 where that is zero. `visible`:
    of its directions, which are seen; `rows`: those (k, p), in the numbers' own scale. `seen`:
    which numbers are known by themselves."""

    unit: Array
    length: Array
    visible: NDArray[np.bool_]
    rows: Array
    seen: NDArray[np.bool_]
    condition: float

    @staticmethod
    def named(shares: Array, elements: Sequence[str]) -> str:
        """A direction in words."""
        return " + ".join(
            f"{share:.2g} {element}"
            for share, element in zip(shares, elements, strict=True)
            if abs(share) > _TOLD
        )


def directions_seen(jacobian: Array, least: float) -> SeenDirections:
    """`least`: against the largest, of the scaled Jacobian's singular values."""
    length = np.linalg.norm(jacobian, axis=0)
    some = length > 0
    size = np.where(some, length, 1.0)
    unit = jacobian / size
    _, sizes, right = np.linalg.svd(unit, full_matrices=False)
    visible = sizes > least * max(float(sizes.max(initial=0.0)), 1e-300)
    lost = np.eye(len(size)) - right[visible].T @ right[visible]
    seen = (np.linalg.norm(lost, axis=0) < _WHOLE) & some
    condition = float(sizes.max() / max(float(sizes.min()), 1e-300))
    return SeenDirections(unit, size, visible, right[visible] * size, seen, condition)
