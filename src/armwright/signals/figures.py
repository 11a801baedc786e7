"""Numbers from signals: pure functions of arrays (…, records, size); records are reduced."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from armwright.arrays import Array

#: A path whose points are nearer to a line than this part of its length is straight.
STRAIGHT = 1e-6


def largest(values: Array) -> Array:
    """max |x|."""
    result: Array = np.abs(values).max(axis=-2)
    return result


def rms(time: Array, values: Array) -> Array:
    """√(∫ x² dt / T), by the trapezoidal rule: records need not be equally far apart."""
    if time.size == 1:
        return np.abs(values[..., 0, :])
    square = np.asarray(np.trapezoid(values**2, time, axis=-2))
    result: Array = np.sqrt(square / (time[-1] - time[0]))
    return result


def lengths(vectors: Array) -> Array:
    """(…, records, 3) to (…, records, 1)."""
    result: Array = np.linalg.norm(vectors, axis=-1, keepdims=True)
    return result


def line_direction(path: Array) -> Array | None:
    """The unit vector along a path (records, 3) if all of it lies on one straight line; else None.

    There and back again is straight, too; a path that stays in place is not.
    """
    from_start = path - path[0]
    distances = np.linalg.norm(from_start, axis=-1)
    far = int(distances.argmax())
    if not np.isfinite(distances).all() or distances[far] < 1e-9:
        return None
    direction: Array = from_start[far] / distances[far]
    beside = lengths(across(from_start, direction))
    return direction if beside.max() <= STRAIGHT * distances[far] else None


def across(vectors: Array, direction: Array) -> Array:
    """What is left of vectors (…, 3) without their part along a unit vector."""
    result: Array = vectors - (vectors @ direction)[..., None] * direction
    return result


@dataclass(frozen=True)
class Statistics:
    """Over many runs: median, 5 % and 95 % quantile, and the value that is largest in size."""

    median: float
    low: float
    high: float
    worst: float
    worst_run: int


def statistics(values: Array, runs: Array) -> Statistics | None:
    """`values` (runs,); those that are not finite do not count. None if there is no other."""
    finite = np.isfinite(values)
    if not finite.any():
        return None
    kept = values[finite]
    median, low, high = np.quantile(kept, [0.5, 0.05, 0.95])
    k = int(np.abs(kept).argmax())
    return Statistics(float(median), float(low), float(high), float(kept[k]), int(runs[finite][k]))
