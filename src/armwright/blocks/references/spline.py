"""A cubic spline through given positions."""

from __future__ import annotations

import numpy as np

from armwright.arrays import Array
from armwright.errors import InputError


def spline(block: str, times: Array, positions: Array, at: Array) -> Array:
    """Position, velocity and acceleration (3, len(at), n) of a motion through `positions` (N, n);
    a single one is held."""
    if len(positions) == 1:
        held = np.repeat(positions, len(at), axis=0)
        return np.stack([held, 0 * held, 0 * held])
    from scipy.interpolate import CubicSpline  # takes half a second to import

    try:
        with np.errstate(all="ignore"):
            found = CubicSpline(times, positions)
            motion = np.stack([found(at, order) for order in range(3)])
    except ValueError:  # slopes that are not finite
        motion = np.full(1, np.nan)
    if not np.isfinite(motion).all():
        raise InputError(
            "there is no finite motion through the given positions",
            where=f"block '{block}'",
            hint="Are they too large, or their times too close together?",
        )
    return motion
