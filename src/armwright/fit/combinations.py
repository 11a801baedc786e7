"""Linear combinations of a robot's numbers: what a set of measurements can tell."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from armwright.arrays import Array
from armwright.errors import InputError


@dataclass(frozen=True, eq=False)
class Combinations:
    """`values` = `matrix` @ numbers, (k,) = (k, n) (n,), with the `covariance` (k, k).

    `elements` names the numbers: paths of the registry, with an index where a path has several, as
    `links.forearm.first_moment[2]`. `names` says each combination in words that people can read.
    Where the measurements depend on the numbers nonlinearly, the combinations are those of small
    changes from the fitted numbers.
    """

    elements: tuple[str, ...]
    names: tuple[str, ...]
    units: tuple[str, ...]
    matrix: Array
    values: Array
    covariance: Array

    def __post_init__(self) -> None:
        k, n = len(self.names), len(self.elements)
        shapes = (self.matrix.shape, self.values.shape, self.covariance.shape, len(self.units))
        if shapes != ((k, n), (k,), (k, k), k):
            raise InputError(
                "wrong shapes",
                where="combinations",
                got=shapes,
                expected=((k, n), (k,), (k, k), k),
            )
        if not all(np.isfinite(part).all() for part in (self.matrix, self.values, self.covariance)):
            raise InputError("not finite", where="combinations")

    @property
    def errors(self) -> Array:
        """Standard errors, (k,)."""
        return np.sqrt(np.diag(self.covariance))

    @property
    def correlation(self) -> Array:
        """(k, k)"""
        size = np.where(self.errors > 0, self.errors, 1.0)
        correlation: Array = self.covariance / np.outer(size, size)
        return correlation
