"""Samples at other instants: cubic splines inside stretches, a low-pass before the rate falls."""

from __future__ import annotations

import numpy as np

from armwright.arrays import Array
from armwright.errors import InputError
from armwright.signals.processing.filtering import HIGHEST, low_passed
from armwright.signals.processing.stretches import EVEN, GAP, stretches, usual_step

#: Where the low-pass against aliases ends, as part of the new rate, unless another is asked for.
ANTI_ALIAS = 0.4
#: Gaps up to this many usual steps are bridged: one missing sample.
BRIDGED = 2.5
#: Most samples of a new time; a rate in wrong units asks for more.
MOST = 100_000_000


def new_time(time: Array, rate: float) -> Array:
    """From the first sample on, in steps of 1/rate, as far as the log goes."""
    duration = float(time[-1] - time[0])
    if not (np.isfinite(rate) and rate > 0 and 1 <= duration * rate < MOST):
        raise InputError(
            "no such rate",
            where="log, resampled",
            got=f"{rate:g} Hz",
            expected=f"at least two samples in {duration:.4g} s, and fewer than {MOST:g}",
        )
    count = int(np.floor(duration * rate * (1 + 1e-12) + 1e-9)) + 1
    return np.asarray(time[0] + np.arange(count) / rate)


def interpolated(time: Array, values: Array, at: Array, bridge: float | None = None) -> Array:
    """(samples, channels) at other instants, by a cubic spline through each stretch; NaN outside
    them. Gaps up to `bridge` (s) belong to a stretch; unless given, 2.5 usual steps do."""
    longest = BRIDGED * usual_step(time) if bridge is None else bridge
    result = np.full((at.size, values.shape[1]), np.nan)
    whole = np.diff(time).max() <= longest
    complete = np.isfinite(values).all(axis=0) & whole
    if complete.any():
        inside = _inside(at, time)
        result[inside, complete] = _spline(time, values[:, complete], at[inside])
    for k in np.flatnonzero(~complete):
        for found in stretches(time, values[:, k], longest):
            inside = _inside(at, time[found])
            result[inside, k] = _spline(time[found], values[found, k], at[inside])
    return result


def resampled(
    time: Array, values: Array, at: Array, cutoff: float | None = None, bridge: float | None = None
) -> Array:
    """At evenly spaced instants `at`. If they are farther apart than the samples, everything above
    `cutoff` (Hz; unless given, 0.4 of the new rate) is filtered out before, without delay."""
    step, new_step = usual_step(time), usual_step(at)
    if cutoff is None and new_step > step * (1 + EVEN):
        cutoff = ANTI_ALIAS / new_step
    if cutoff is None:
        return interpolated(time, values, at, bridge)
    even = np.abs(np.diff(time) - step).max() <= EVEN * step
    if not even:
        fine = new_time(time, 1 / step)
        time, values = fine, interpolated(time, values, fine, bridge)
    if cutoff <= HIGHEST / step:
        values = low_passed(time, values, cutoff)
    return interpolated(time, values, at, GAP * step)


def held(time: Array, values: Array, at: Array) -> Array:
    """What was last seen: for signals that count or switch."""
    last = np.searchsorted(time, at, side="right") - 1
    result = values[np.clip(last, 0, None)]
    return np.where((last >= 0)[:, None] & (at <= time[-1])[:, None], result, np.nan)


def _inside(at: Array, time: Array) -> slice:
    slack = 1e-9 * (time[-1] - time[0])
    first = np.searchsorted(at, time[0] - slack)
    last = np.searchsorted(at, time[-1] + slack, side="right")
    return slice(int(first), int(last))


def _spline(time: Array, values: Array, at: Array) -> Array:
    from scipy.interpolate import CubicSpline

    if time.size == 1:
        return np.broadcast_to(values, (at.size, *values.shape[1:])).astype(np.float64)
    # Two samples have a line, three a parabola between them; more have a cubic without kinks.
    result: Array = CubicSpline(time, values)(at)
    return result
