"""Where a signal was measured without a gap: every filter works on one stretch at a time."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from armwright.arrays import Array
from armwright.errors import InputError

#: Which samples or channels count, and where they are.
Flags: TypeAlias = NDArray[np.bool_]
SampleNumbers: TypeAlias = NDArray[np.int64]
#: A step longer than this many usual ones is a gap.
GAP = 1.5
#: Steps that differ by less than this part of the usual one are even.
EVEN = 0.02


def usual_step(time: Array) -> float:
    """The median of the steps, in s."""
    if time.size < 2:
        raise InputError("one sample has no step", where="log", expected="two samples or more")
    return float(np.median(np.diff(time)))


def stretches(time: Array, values: Array, longest: float | None = None) -> list[SampleNumbers]:
    """The samples of one channel (samples,) without those that are missing, cut where the next is
    farther away than `longest` (s; unless given, 1.5 usual steps): arrays of indices."""
    limit = GAP * usual_step(time) if longest is None else longest
    there = np.flatnonzero(np.isfinite(values))
    if not there.size:
        return []
    return np.split(there, np.flatnonzero(np.diff(time[there]) > limit) + 1)


def by_stretches(
    function: Callable[[Array], Array], time: Array, values: Array, shortest: int = 2
) -> Array:
    """A function of arrays (samples, channels), stretch by stretch; NaN stays where samples are
    missing and where a stretch has fewer than `shortest` samples. Steps must be even."""
    step = usual_step(time)
    _check_even(time, step)
    whole = np.diff(time).max() <= GAP * step
    complete = np.isfinite(values).all(axis=0) & whole
    if complete.all() and time.size >= shortest:
        return function(values)
    result = np.full(values.shape, np.nan)
    if complete.any() and time.size >= shortest:
        result[:, complete] = function(values[:, complete])
    for k in np.flatnonzero(~complete):
        for found in stretches(time, values[:, k]):
            if found.size >= shortest:
                result[found, k] = function(values[found, k][:, None])[:, 0]
    return result


def _check_even(time: Array, step: float) -> None:
    steps = np.diff(time)
    uneven = np.abs(steps[steps <= GAP * step] - step).max(initial=0.0)
    if uneven > EVEN * step:
        raise InputError(
            "the steps are uneven",
            where="log",
            got=f"{uneven / step:.0%} beside the usual {step:.4g} s",
            expected=f"less than {EVEN:.0%}",
            hint=f"Resample first: log.resampled({1 / step:.4g}).",
        )
