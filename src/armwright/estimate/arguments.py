"""What a filter is given to run with, checked."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from armwright.arrays import Array
from armwright.errors import InputError

#: How far below zero an eigenvalue of a correlation matrix may be by rounding.
_ROUNDING = 1e-9


@dataclass(frozen=True)
class Arguments:
    """Checks for the filter of this name."""

    name: str

    def rows(self, what: str, given: ArrayLike | None, size: int) -> Array:
        """(samples, size); (samples,) will do for size 1."""
        rows = self._finite(what, () if given is None else given)
        if rows.ndim == 1 and size == 1:
            rows = rows[:, None]
        if rows.ndim != 2 or rows.shape[1] != size or not len(rows):
            got = "none" if given is None else rows.shape
            raise self.wrong(what, got, f"(samples, {size})")
        return rows

    def available(self, given: ArrayLike | None, shape: tuple[int, ...]) -> Array:
        """1 for what was measured, else 0."""
        there = np.ones(shape[1:]) if given is None else np.asarray(given, dtype=np.float64)
        if there.shape not in (shape, shape[1:]) or not np.isin(there, (0.0, 1.0)).all():
            raise self.wrong("available", f"shape {there.shape}", f"true or false, {shape}")
        return np.broadcast_to(there, shape)

    def vector(self, what: str, given: ArrayLike, size: int) -> Array:
        vector = self._finite(what, given)
        if vector.shape != (size,):
            raise self.wrong(what, vector.shape, f"({size},)")
        return vector

    def covariance(self, given: ArrayLike, size: int) -> Array:
        """A matrix; variances will do."""
        value = self._finite("covariance", given)
        if value.shape == (size,):
            value = np.diag(value)
        if value.shape != (size, size):
            raise self.wrong("covariance", value.shape, f"({size}, {size}) or ({size},)")
        if not np.allclose(value, value.T, rtol=1e-9, atol=0) or _least(value) < -_ROUNDING:
            raise self.wrong("covariance", value.tolist(), "symmetric, no variance below zero")
        return value

    def wrong(self, what: str, got: object, expected: object) -> InputError:
        return InputError(
            f"'{what}' cannot be that", where=f"filter '{self.name}'", got=got, expected=expected
        )

    def _finite(self, what: str, given: ArrayLike) -> Array:
        value = np.asarray(given, dtype=np.float64)
        if not np.isfinite(value).all():
            place = np.argwhere(~np.isfinite(value))[0].tolist()
            raise self.wrong(what, f"{value[tuple(place)]} at {place}", "finite numbers")
        return value


def _least(covariance: Array) -> float:
    """The least variance in any direction, as a part of those of the elements."""
    scale = np.sqrt(np.abs(np.diag(covariance)))
    scale[scale == 0] = 1.0
    return float(np.linalg.eigvalsh(covariance / np.outer(scale, scale)).min())
