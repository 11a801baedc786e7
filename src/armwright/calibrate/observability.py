"""Which directions of the unknowns the measurements can see, and how well.

Scaled by how large each unknown may plausibly be, a direction whose standard error is larger than
that is not told by the data: it stays where it was.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from armwright.arrays import Array
from armwright.errors import InputError

#: Singular values below this share of the largest are zero but for rounding.
ZERO = 1e-9
Index = Literal["O1", "O2", "O3", "O4", "O5"]


@dataclass(frozen=True, eq=False)
class Directions:
    """Of scaled unknowns: `seen` (n, k) and `unseen` (n, n − k), orthonormal; `singular_values` of
    the seen ones, largest first."""

    seen: Array
    unseen: Array
    singular_values: Array

    @property
    def condition(self) -> float:
        return float(self.singular_values[0] / self.singular_values[-1])


def directions(jacobian: Array, smallest: float = 0.0) -> Directions:
    """`jacobian` (r, n): in standard errors of what is measured, by scaled unknowns. Singular
    values not above `smallest` count as unseen, and those that are rounding."""
    # The triangle of a QR has the same right singular vectors, and n rows.
    R = np.linalg.qr(jacobian, mode="r") if len(jacobian) > jacobian.shape[1] else jacobian
    _, s, Vt = np.linalg.svd(R, full_matrices=True)
    count = int((s > max(smallest, ZERO * s[0])).sum())
    return Directions(Vt[:count].T, Vt[count:].T, s[:count])


def observability(singular_values: Array, poses: int, index: Index = "O1") -> float:
    """Larger is better. O1 Borm and Menq 1991, O2 Driels and Pathre 1990, O3 Nahvi, Hollerbach and
    Hayward 1994, O4 Nahvi and Hollerbach 1996, O5 Sun and Hollerbach 2008."""
    s = np.asarray(singular_values, dtype=np.float64)
    if s.size == 0 or s.min() <= 0:
        return 0.0
    match index:
        case "O1":
            return float(np.exp(np.log(s).mean()) / np.sqrt(poses))
        case "O2":
            return float(s.min() / s.max())
        case "O3":
            return float(s.min())
        case "O4":
            return float(s.min() ** 2 / s.max())
        case "O5":
            return float(1 / (1 / s).sum())
    raise InputError(
        "no such index", where="observability", got=repr(index), expected="O1, O2, O3, O4 or O5"
    )
