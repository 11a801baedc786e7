"""Two recorders saw the same trigger: how their clocks differ, from its edges."""

from __future__ import annotations

import numpy as np

from armwright.arrays import Array
from armwright.errors import InputError
from armwright.signals.processing.alignment import ClockAlignment

#: How far the rates of two quartz clocks differ, as a standard deviation: what is known of the
#: drift before any edge tells more.
QUARTZ = 100e-6


def rising_edges(time: Array, values: Array) -> tuple[Array, Array]:
    """When a trigger (samples,) passes from low to high, and how sure that is (standard error), in
    s.

    It is high above the middle between its extremes. An edge that goes up in one step lies anywhere
    between two samples; one with samples on its way is interpolated, and known to a tenth of that.
    """
    there = np.isfinite(values)
    t, x = time[there], values[there]
    low, high = (float(x.min()), float(x.max())) if x.size else (0.0, 0.0)
    if not high > low:
        raise InputError(
            "no edge in the trigger",
            where="alignment",
            got=f"{low:g} all the time" if x.size else "no samples",
            expected="a change from low to high",
        )
    level = (x - low) / (high - low)
    k = np.flatnonzero((level[:-1] < 0.5) & (level[1:] >= 0.5))
    if not k.size:
        raise InputError(
            "no edge in the trigger",
            where="alignment",
            got="high at the start, then low",
            expected="a change from low to high",
        )
    step = t[k + 1] - t[k]
    part = (0.5 - level[k]) / (level[k + 1] - level[k])
    sudden = (level[k] < 0.1) & (level[k + 1] > 0.9)
    part = np.where(sudden, 0.5, part)
    return t[k] + part * step, np.where(sudden, 1.0, 0.1) * step / np.sqrt(12)


def aligned_by_edges(
    time: Array, trigger: Array, other_time: Array, other_trigger: Array, drift: bool = True
) -> ClockAlignment:
    """From triggers (samples,). With one edge, the drift is zero as far as quartz clocks go: its
    standard error is 100 ppm. With several, all must be in both."""
    own, own_error = rising_edges(time, trigger)
    other, other_error = rising_edges(other_time, other_trigger)
    if own.size != other.size:
        raise InputError(
            "not the same edges in both triggers",
            where="alignment",
            got=f"{own.size} and {other.size}",
            expected="as many in one as in the other",
            hint="Cut the logs to what both have seen.",
        )
    variance = own_error**2 + other_error**2
    centre = float(np.average(own, weights=1 / variance))
    columns = np.stack([np.ones(own.size), own - centre], axis=1)
    known = np.diag([0.0, 1 / QUARTZ**2])
    precision = columns.T @ (columns / variance[:, None]) + known
    if not drift:
        columns, precision = columns[:, :1], precision[:1, :1]
    covariance = np.zeros((2, 2))
    free = len(precision)
    covariance[:free, :free] = np.linalg.inv(precision)
    values = covariance[:free, :free] @ (columns.T @ ((other - own) / variance))
    left = other - own - columns @ values
    if (np.abs(left) > 6 * np.sqrt(variance)).any():
        worst = int(np.abs(left).argmax())
        raise InputError(
            "the edges of both triggers do not fit together",
            where="alignment",
            got=f"edge {worst + 1} is {abs(left[worst]):.3g} s beside the others",
            expected=f"less than {6 * np.sqrt(variance[worst]):.2g} s",
        )
    slope = float(values[1]) if drift else 0.0
    return ClockAlignment(float(values[0]), slope, centre, covariance, 1.0)
