"""What is given to the measures: arrays of the right shape, finite, and enough of them."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from armwright.arrays import Array
from armwright.errors import InputError
from armwright.measures.iso9283.standard import LEAST


def finite(name: str, values: ArrayLike, *shape: int) -> Array:
    """As floats of that shape; −1 stands for any length but zero."""
    array = np.asarray(values, dtype=np.float64)
    fits = array.ndim == len(shape) and all(
        size > 0 and wanted in (-1, size) for size, wanted in zip(array.shape, shape, strict=True)
    )
    if not fits:
        expected = ", ".join("any" if size < 0 else str(size) for size in shape)
        raise InputError("wrong shape", where=name, got=array.shape, expected=f"({expected})")
    if not np.isfinite(array).all():
        raise InputError("not finite everywhere", where=name)
    return array


def repeated(name: str, values: ArrayLike, *shape: int) -> Array:
    """As `finite`, one row for each cycle: enough of them for a deviation."""
    array = finite(name, values, -1, *shape)
    if len(array) < LEAST:
        raise InputError(
            "too few cycles", where=name, got=f"{len(array)}", expected=f"at least {LEAST}"
        )
    return array


def timed(time: ArrayLike, **signals: ArrayLike) -> list[Array]:
    """Times that rise, and positions (N, 3) of as many records."""
    t = finite("time", time, -1)
    if t.size < LEAST or not (np.diff(t) > 0).all():
        raise InputError("times do not rise", where="time", got=f"{t.size} records")
    return [t, *(finite(name, values, t.size, 3) for name, values in signals.items())]


def above_zero(name: str, value: float, unit: str) -> float:
    if not (math.isfinite(value) and value > 0):
        raise InputError(
            "does not fit", where=name, got=value, expected=f"more than 0 {unit}".rstrip()
        )
    return float(value)


def three_deviations(values: Array) -> Array:
    """3 S over the first axis, with n − 1: what the standard's repeatabilities of single numbers
    are."""
    spread: Array = 3.0 * np.std(values, axis=0, ddof=1)
    return spread


def radius_of(points: Array) -> Array:
    """l̄ + 3 S_l of the distances l of points (n, …, 3) from their barycentre, (…)."""
    lengths = np.linalg.norm(points - points.mean(axis=0), axis=-1)
    radius: Array = lengths.mean(axis=0) + three_deviations(lengths)
    return radius
