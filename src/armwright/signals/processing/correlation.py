"""Two recorders saw the same motion: how their clocks differ, from the motion itself.

First the delay to a sample or so, by cross-correlation of velocities; then delay and drift together
by least squares: own(t) = gain · other(t + delay + drift · (t − centre)) + offset + noise.

Both sides are low-passed alike before, well below half of either rate. Only then do the noise and
its power stay the same wherever between two samples it is interpolated; otherwise least squares
prefers instants between samples, where interpolation averages noise away.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from armwright.arrays import Array
from armwright.errors import InputError
from armwright.signals.processing.alignment import ClockAlignment
from armwright.signals.processing.covariance import covariance_of_sums
from armwright.signals.processing.differentiation import derivative
from armwright.signals.processing.filtering import low_passed
from armwright.signals.processing.resampling import BRIDGED, interpolated, new_time
from armwright.signals.processing.stretches import Flags, usual_step

#: The highest cutoff, as part of the lower rate, and the rate of comparison in cutoffs.
BAND, DENSITY = 0.15, 8.0
#: The cutoff, in highest frequencies of the motion.
ROOM = 1.5
#: The lowest cutoff, in periods per record: with fewer, nobody can tell how large the noise is.
PERIODS = 30
#: A channel that moves by less than this part of the others' motion is still.
STILL = 1e-6
#: Below this correlation two signals are not taken for the same motion.
ALIKE = 0.8
#: Another delay that correlates as well up to this difference makes the delay ambiguous.
AMBIGUOUS = 0.003
#: The least part of the shorter record that must overlap.
OVERLAP = 0.3


@dataclass(frozen=True, eq=False)
class _Recorded:
    """Even samples (samples, channels) after the low-pass; NaN in gaps and at the ends, where the
    filter knows one side only."""

    time: Array
    values: Array

    def at(self, time: Array) -> Array:
        return interpolated(self.time, self.values, time)


@dataclass(frozen=True, eq=False)
class ComparedRecords:
    """Both at the instants of comparison, once their clocks are aligned as far as delay and drift
    go: `left` is what remains between them, `columns` how it changes with delay and drift,
    `weights` 1/variance of each channel; `cutoff` (Hz) the low-pass of both."""

    alignment: ClockAlignment
    other_time: Array
    left: Array
    columns: Array
    weights: Array
    cutoff: float


def aligned(
    time: Array,
    values: Array,
    other_time: Array,
    other_values: Array,
    *,
    between: tuple[float, float] | None = None,
    cutoff: float | None = None,
    drift: bool = True,
) -> ClockAlignment:
    """From comparable channels (samples, channels) of both. `between`: least and largest delay (s)
    to look for; `cutoff`: where the motion ends and noise begins (Hz), found unless given; `drift`:
    False if both have the same clock."""
    return compared(
        time, values, other_time, other_values, between=between, cutoff=cutoff, drift=drift
    ).alignment


def compared(
    time: Array,
    values: Array,
    other_time: Array,
    other_values: Array,
    *,
    between: tuple[float, float] | None = None,
    cutoff: float | None = None,
    drift: bool = True,
) -> ComparedRecords:
    """What `aligned` has found, and what is left."""
    if values.shape[1] != other_values.shape[1]:
        raise InputError(
            "not the same channels",
            where="alignment",
            got=f"{values.shape[1]} and {other_values.shape[1]}",
            expected="as many of one as of the other",
        )
    moving = _moving(values) & _moving(other_values)
    if not moving.any():
        raise InputError("nothing moves", where="alignment", expected="motion in both records")
    values, other_values = values[:, moving], other_values[:, moving]
    band = min(BAND / usual_step(time), BAND / usual_step(other_time))
    if cutoff is None:
        ends = _end_of_motion(time, values, band), _end_of_motion(other_time, other_values, band)
        shorter = min(time[-1] - time[0], other_time[-1] - other_time[0])
        cutoff = max(ROOM * min(ends), PERIODS / float(shorter))
    cutoff = min(cutoff, band)
    own, other = _recorded(time, values, cutoff), _recorded(other_time, other_values, cutoff)
    return _refined(own, other, _coarse_delay(own, other, cutoff, between), cutoff, drift)


def _moving(values: Array) -> Flags:
    """Channels that stay where they are tell nothing."""
    spread = np.nanmax(values, axis=0) - np.nanmin(values, axis=0)
    return np.asarray(spread > STILL * spread.max())


def _end_of_motion(time: Array, values: Array, band: float) -> float:
    """The frequency (Hz) above which there is only noise."""
    step = usual_step(time)
    even = new_time(time, 1 / step)
    x = interpolated(time, values, even, bridge=np.inf)
    x = x[np.isfinite(x).all(axis=1)]
    n = len(x)
    if n < 16:
        raise InputError("too few samples to be aligned", where="alignment", got=n, expected=16)
    t = np.linspace(-1, 1, n)
    x = x - np.polynomial.polynomial.polyvander(t, 1) @ np.polynomial.polynomial.polyfit(t, x, 1)
    power = np.abs(np.fft.rfft(x * np.hanning(n)[:, None], axis=0)) ** 2
    frequency = np.fft.rfftfreq(n, step)
    width = max(1, min(9, n // 100))
    smooth = np.apply_along_axis(lambda p: np.convolve(p, np.ones(width) / width, "same"), 0, power)
    noise = np.median(power[len(power) // 2 :], axis=0) / np.log(2)
    seen = np.flatnonzero((smooth > 10 * noise).any(axis=1) & (frequency <= band))
    return float(frequency[seen[-1]]) if seen.size else 0.0


def _recorded(time: Array, values: Array, cutoff: float) -> _Recorded:
    step = usual_step(time)
    even = new_time(time, 1 / step)
    if even.size * step < 4 / cutoff:
        raise InputError(
            "too short to be aligned",
            where="alignment",
            got=f"{even.size * step:.3g} s",
            expected=f"four periods of the cutoff, {4 / cutoff:.3g} s",
        )
    x = interpolated(time, values, even, bridge=max(BRIDGED * step, 0.1 / cutoff))
    x = low_passed(even, x, cutoff)
    # Near ends and gaps the filter's noise is another one than elsewhere.
    reach = max(1, round(0.5 / (cutoff * step)))
    missing = np.pad(~np.isfinite(x).all(axis=1), reach, constant_values=True)
    near = np.convolve(missing, np.ones(2 * reach + 1), "valid") > 0.5
    x[near] = np.nan
    if np.isnan(x).all():
        raise InputError("too many gaps to be aligned", where="alignment")
    return _Recorded(even, x)


def _coarse_delay(
    own: _Recorded, other: _Recorded, cutoff: float, between: tuple[float, float] | None
) -> float:
    """The delay with the largest correlation of velocities, over all overlaps that are long
    enough."""
    rate = DENSITY * cutoff
    x, y = (_velocities(record, rate) for record in (own, other))
    n, m = len(x), len(y)
    size = 1 << int(np.ceil(np.log2(n + m)))

    def correlated(a: Array, b: Array) -> Array:
        """Σ a(t) b(t + lag), over channels too, for lags from −n + 1 to m − 1."""
        product = np.conj(np.fft.rfft(a, size, axis=0)) * np.fft.rfft(b, size, axis=0)
        sums = np.fft.irfft(product.sum(axis=1), size)
        return np.asarray(np.concatenate([sums[-(n - 1) :], sums[:m]]))

    there = [np.isfinite(z[:, :1]).astype(np.float64) for z in (x, y)]
    x, y = np.nan_to_num(x), np.nan_to_num(y)
    count = correlated(*there)
    ones = np.ones((1, x.shape[1]))
    power = correlated(x**2, there[1] * ones) * correlated(there[0] * ones, y**2)
    lags = np.arange(-(n - 1), m) / rate + other.time[0] - own.time[0]
    allowed = count >= OVERLAP * min(there[0].sum(), there[1].sum())
    if between is not None:
        allowed &= (lags >= between[0]) & (lags <= between[1])
    allowed &= power > 1e-6 * power.max()
    if not allowed.any():
        raise InputError(
            "the records do not overlap",
            where="alignment",
            got=f"{n / rate:.4g} and {m / rate:.4g} s",
            expected="motion in both, and a delay in the range asked for",
        )
    likeness = np.where(allowed, correlated(x, y) / np.sqrt(np.where(allowed, power, 1.0)), -1.0)
    best = int(likeness.argmax())
    if likeness[best] < ALIKE:
        raise InputError(
            "the signals do not resemble each other at any delay",
            where="alignment",
            got=f"a correlation of {likeness[best]:.2f}",
            expected=f"{ALIKE:g} or more",
            hint="They must be the same quantity with the same sign: pass one through a model.",
        )
    _check_unique(likeness, lags, best)
    return float(lags[best])


def _check_unique(likeness: Array, lags: Array, best: int) -> None:
    """Periodic motion fits at several delays."""
    inner = likeness[1:-1]
    peaks = np.flatnonzero((inner >= likeness[:-2]) & (inner >= likeness[2:])) + 1
    valley = likeness[best] - 0.1
    below = np.flatnonzero(likeness < valley)
    left = below[below < best].max(initial=-1)
    right = below[below > best].min(initial=likeness.size)
    rivals = peaks[(peaks < left) | (peaks > right)]
    rivals = rivals[likeness[rivals] > likeness[best] - AMBIGUOUS]
    if rivals.size:
        raise InputError(
            "the motion repeats itself, so that several delays fit",
            where="alignment",
            got=f"{lags[best]:.4g} s and {lags[rivals[0]]:.4g} s",
            expected="one",
            hint="Say between=(least, largest delay), or use a trigger.",
        )


def _velocities(record: _Recorded, rate: float) -> Array:
    """At the rate of comparison; equally large in all channels that move."""
    time = new_time(record.time, rate)
    v = derivative(time, record.at(time))
    return np.asarray(v / np.sqrt(np.nanmean(v**2, axis=0)))


def _refined(
    own: _Recorded, other: _Recorded, coarse: float, cutoff: float, with_drift: bool
) -> ComparedRecords:
    step = 1 / (DENSITY * cutoff)
    time = new_time(own.time, 1 / step)
    y, v = own.at(time), derivative(time, own.at(time))
    fine = derivative(other.time, other.values)
    slopes = replace(other, values=fine)
    channels = y.shape[1]
    # Without any noise, weights would have no bound.
    least = 1e-20 * np.nanvar(y, axis=0) + 1e-300
    weights, delay, drift, centre = np.ones(channels), coarse, 0.0, float(time.mean())
    for turn in range(30):
        at = time + delay + drift * (time - centre)
        u, s = other.at(at), slopes.at(at)
        used: Flags = np.asarray(np.isfinite(y + v + u + s).all(axis=1))
        if used.sum() < 8 + 2 * channels:
            raise InputError("the records do not overlap", where="alignment")
        gains, offsets = _lines(u[used], y[used])
        r = np.where(used[:, None], y - gains * u - offsets, 0.0)
        weights = 1 / np.maximum(np.mean(r[used] ** 2, axis=0), least)
        # Columns of delay and drift, without what gain and offset of a channel can do as well.
        ours = _columns(s * gains, time - centre, u, used)
        theirs = _columns(v, time - centre, u, used)
        scaled = ours * weights[:, None]
        if turn == 0:
            heavy = (ours[..., 0] ** 2 * weights).sum(axis=1)
            moved = float(np.average(time, weights=heavy)) - centre
            centre, delay = centre + moved, delay + drift * moved
            continue
        free = 2 if with_drift else 1
        # The product of both recorders' slopes is free of their noise, which a square is not.
        curvature = np.einsum("tca,tcb->ab", scaled, theirs)[:free, :free]
        curvature = (curvature + curvature.T) / 2
        gradient = np.einsum("tca,tc->a", scaled, r)[:free]
        change = np.zeros(2)
        change[:free] = np.linalg.solve(curvature, gradient)
        delay, drift = delay + change[0], drift + change[1]
        if abs(change[0]) < 1e-9 * step + 1e-13 and turn > 3:
            break
    spread, squares = covariance_of_sums(scaled[..., :free], r, used)
    # The noise where the motion is: gain, offset, delay and drift took their share of it. What is
    # estimated from few squares is less sure than a normal distribution says.
    squares = max(squares, 8.0)
    kept = squares - 2 - free
    spread *= squares / kept * (1 + 2 / (channels * kept))
    inverse = np.linalg.inv(curvature)
    covariance = np.zeros((2, 2))
    covariance[:free, :free] = inverse @ spread @ inverse
    explained = 1 - np.mean(r[used] ** 2, axis=0) / np.var(y[used], axis=0)
    likeness = float(np.sqrt(np.clip(explained, 0, 1)).mean())
    found = ClockAlignment(float(delay), float(drift), centre, covariance, likeness, gains)
    return ComparedRecords(found, at, r, ours, weights, cutoff)


def _lines(x: Array, y: Array) -> tuple[Array, Array]:
    """Gain and offset of each channel."""
    a, b = x - x.mean(axis=0), y - y.mean(axis=0)
    gain = (a * b).sum(axis=0) / np.maximum((a**2).sum(axis=0), 1e-300)
    return gain, y.mean(axis=0) - gain * x.mean(axis=0)


def _columns(slope: Array, since: Array, u: Array, used: Flags) -> Array:
    """(samples, channels, 2)."""
    both = np.stack([slope, slope * since[:, None]], axis=-1)
    result = np.zeros_like(both)
    for c in range(u.shape[1]):
        other = np.stack([np.ones(int(used.sum())), u[used, c]], axis=1)
        inside = both[used, c]
        result[used, c] = inside - other @ np.linalg.lstsq(other, inside, rcond=None)[0]
    return result
