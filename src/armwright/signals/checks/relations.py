"""Signals that must agree: a velocity with its position, a measurement with its reference.

Positions are compared over windows of time with the integral of the velocity, which noise and
encoders' steps hardly disturb. From the table of all channels against all: which columns are
exchanged, which have a wrong sign, are in degrees, or were sampled at another rate than the time
says. What hardly moves, or has no partner, is not judged.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np
import xarray as xr

from armwright.arrays import Array
from armwright.robot.finding import Finding
from armwright.signals.checks.columns import finding
from armwright.signals.processing.stretches import GAP, Flags, SampleNumbers, usual_step
from armwright.signals.records import array_of, channels_of
from armwright.signals.units import duration_text

#: Windows in a log; samples of a window, at least; windows that are needed to judge.
WINDOWS, SHORTEST, NEEDED = 200, 4, 20
#: Correlation from which two signals are the same motion; that of a partner must be larger by this.
SAME, BETTER = 0.95, 0.1
#: Below this, at any delay up to so many half windows, they have nothing to do with each other.
UNLIKE, MOST_SHIFT = 0.5, 40
#: Part of a channel's motion that may be noise before nothing is said of it.
NOISY = 0.1
DEGREES = 180 / np.pi
#: How exactly a factor must be met to be recognised; how far from 1 a velocity may be.
NEARLY, GAIN = 0.03, 0.03
#: Delay of a velocity that is worth a word, in samples and in standard errors.
SAMPLES, ERRORS = 3.0, 6.0


@dataclass(frozen=True, eq=False)
class _Pair:
    """Changes of two signals over the same windows (windows, channels); `moving` (channels,)."""

    first: str
    second: str
    channels: tuple[str, ...]
    a: Array
    b: Array
    moving: Flags
    window: float

    def correlation(self, i: int, j: int) -> float:
        x, y = self._both(i, j)
        scale = np.sqrt((x @ x) * (y @ y))
        return float(x @ y / scale) if scale > 0 and x.size >= NEEDED else 0.0

    def gain(self, i: int, j: int) -> float:
        """How many times the first the second is: by total least squares of scaled channels."""
        x, y = self._both(i, j)
        size = np.sqrt((y @ y) / (x @ x))
        return float(np.copysign(size, x @ y))

    def gain_error(self, i: int, j: int) -> float:
        r, count = self.correlation(i, j), self._both(i, j)[0].size
        return float(abs(self.gain(i, j)) * np.sqrt(max(1 - r**2, 0.0) / max(count / 2, 1)))

    def delay(self, i: int) -> tuple[float, float]:
        """By how much the second comes after the first (s), and the standard error; infinite if a
        delay does not explain what is between them."""
        x, y = self.a[:, i], self.b[:, i]
        rate = (x[2:] - x[:-2]) / self.window
        x, y = x[1:-1], y[1:-1]
        used = np.isfinite(x + y + rate)
        table = np.stack([x[used], rate[used], np.ones(int(used.sum()))], axis=1)
        if len(table) < NEEDED:
            return 0.0, np.inf
        solved = np.linalg.lstsq(table, y[used], rcond=None)[0]
        left = y[used] - table @ solved
        variance = (left @ left) / (len(left) - 3) * 2
        error = np.sqrt(variance * np.linalg.pinv(table.T @ table)[1, 1])
        without = table[:, [0, 2]]
        plain = y[used] - without @ np.linalg.lstsq(without, y[used], rcond=None)[0]
        if left @ left > 0.5 * (plain @ plain) or abs(solved[1] / solved[0]) > 5 * self.window:
            return 0.0, np.inf
        return float(-solved[1] / solved[0]), float(error / abs(solved[0]))

    def best_shift(self, i: int) -> tuple[float, float]:
        """The delay of the second with the best correlation, in steps of half a window (s)."""
        found = [(0.0, abs(self.correlation(i, i)))]
        for shift in range(1, min(MOST_SHIFT, len(self.a) // 4)):
            both = ((self.a[:-shift], self.b[shift:], 1), (self.a[shift:], self.b[:-shift], -1))
            for a, b, sign in both:
                moved = replace(self, a=a, b=b)
                found.append((sign * shift * self.window / 2, moved.correlation(i, i)))
        return max(found, key=lambda one: one[1])

    def _both(self, i: int, j: int) -> tuple[Array, Array]:
        used = np.isfinite(self.a[:, i] + self.b[:, j])
        x, y = self.a[used, i], self.b[used, j]
        return (x - x.mean(), y - y.mean()) if x.size else (x, y)


def check_relations(time: Array, data: xr.Dataset) -> Iterator[Finding]:
    names = [str(name) for name in data.data_vars if "time" in data[name].dims]
    for name in names:
        if name.endswith("position"):
            velocity = name.removesuffix("position") + "velocity"
            if velocity in names and data[name].shape == data[velocity].shape:
                yield from _derivative(time, _pair(time, data, name, velocity, integrate=True))
        reference = f"reference_{name}"
        if reference in names and data[name].shape == data[reference].shape:
            yield from _reference(_pair(time, data, reference, name, integrate=False))


def _derivative(time: Array, pair: _Pair) -> Iterator[Finding]:
    exchanged, odd = _exchanged_and_odd(pair)
    yield from _tell_exchanged(pair, exchanged)
    yield from odd
    yield from _shifted(pair, {k for both in exchanged for k in both})
    settled = {k for both in exchanged for k in both} | {
        k for k in _judged(pair) if abs(pair.correlation(k, k)) < SAME or _unit(pair, k)
    }
    rest = [k for k in _judged(pair) if k not in settled]
    gains = np.array([pair.gain(k, k) for k in rest])
    if not rest:
        return
    wrong = [
        k
        for k, gain in zip(rest, gains, strict=True)
        if abs(gain - 1) > GAIN + ERRORS * pair.gain_error(k, k)
    ]
    usual = float(np.median(gains))
    if len(wrong) == len(rest) and np.abs(gains / usual - 1).max() < GAIN:
        step = usual_step(time)
        yield finding(
            "error",
            "wrong sampling time, or a wrong factor",
            pair.second,
            [pair.channels[k] for k in wrong],
            f"{usual:.4g} times the derivative of '{pair.first}'",
            "once",
            f"The step would have to be {duration_text(step / usual)}, not {duration_text(step)}.",
        )
        return
    if wrong:
        worst = max(wrong, key=lambda k: abs(np.log(pair.gain(k, k))))
        yield finding(
            "error",
            "not the derivative of the position",
            pair.second,
            [pair.channels[k] for k in wrong],
            f"{pair.gain(worst, worst):.4g} times the derivative of '{pair.first}'",
            "once",
            "Is a unit, a gear ratio or a number of counts wrong?",
        )
    yield from _late(time, pair, [k for k in rest if k not in wrong])


def _late(time: Array, pair: _Pair, channels: list[int]) -> Iterator[Finding]:
    found = {k: pair.delay(k) for k in channels}
    limit = SAMPLES * usual_step(time)
    late = [k for k, (delay, error) in found.items() if abs(delay) > limit + ERRORS * error]
    if late:
        worst = max(late, key=lambda k: abs(found[k][0]))
        delay, error = found[worst]
        yield finding(
            "warning",
            "comes too late" if delay > 0 else "comes too early",
            pair.second,
            [pair.channels[k] for k in late],
            f"{duration_text(abs(delay))} ± {duration_text(error)} beside '{pair.first}'",
            f"less than {SAMPLES:g} samples",
            "A filter delays it; differentiate the position instead.",
        )


def _shifted(pair: _Pair, exchanged: set[int]) -> Iterator[Finding]:
    """Channels that agree with their own partner at another time only, or at none."""
    poor = [k for k in _judged(pair) if k not in exchanged and abs(pair.correlation(k, k)) < SAME]
    late = {k: pair.best_shift(k) for k in poor}
    shifted = [k for k in poor if late[k][1] > SAME]
    if shifted:
        worst = max(shifted, key=lambda k: abs(late[k][0]))
        yield finding(
            "error",
            "comes too late" if late[worst][0] > 0 else "comes too early",
            pair.second,
            [pair.channels[k] for k in shifted],
            f"about {duration_text(abs(late[worst][0]))} beside '{pair.first}'",
            f"less than {SAMPLES:g} samples",
            "Were they recorded by two clocks? Join them: log.joined(…).",
        )
    lost = [k for k in poor if late[k][1] < UNLIKE]
    if lost:
        worst = min(lost, key=lambda k: late[k][1])
        yield finding(
            "error",
            "not the derivative of the position",
            pair.second,
            [pair.channels[k] for k in lost],
            f"a correlation of {pair.correlation(worst, worst):.2f} with that of '{pair.first}'",
            f"more than {SAME:g}",
            "Do both columns belong to the same joint?",
        )


def _reference(pair: _Pair) -> Iterator[Finding]:
    exchanged, odd = _exchanged_and_odd(pair)
    yield from _tell_exchanged(pair, exchanged)
    yield from odd


def _tell_exchanged(pair: _Pair, exchanged: list[tuple[int, int]]) -> Iterator[Finding]:
    for i, j in exchanged:
        one, two = pair.channels[i], pair.channels[j]
        yield finding(
            "error",
            "columns are exchanged",
            pair.second,
            [one, two],
            f"{one} moves as '{pair.first}' of {two}, and {two} as that of {one}",
            f"each as '{pair.first}' of its own",
            f"They are exchanged here or in '{pair.first}'.",
        )


def _exchanged_and_odd(pair: _Pair) -> tuple[list[tuple[int, int]], list[Finding]]:
    """Which channels are exchanged; findings about signs, units and channels that do not agree."""
    judged = _judged(pair)
    poor = [k for k in judged if abs(pair.correlation(k, k)) < SAME]
    exchanged = []
    for i, j in combinations(poor, 2):
        own = max(abs(pair.correlation(i, i)), abs(pair.correlation(j, j)))
        other = min(abs(pair.correlation(i, j)), abs(pair.correlation(j, i)))
        if other > SAME and other > own + BETTER:
            exchanged.append((i, j))
    taken = {k for both in exchanged for k in both}
    findings = []
    units = {k: _unit(pair, k) for k in judged if k not in taken and k not in poor}
    for unit in dict.fromkeys(unit for unit in units.values() if unit):
        channels = [k for k, own in units.items() if own == unit]
        gain = float(np.median([pair.gain(k, k) for k in channels]))
        what, hint = _UNITS[unit]
        relation = "the derivative of " if pair.second.endswith("velocity") else ""
        findings.append(
            finding(
                "error",
                what,
                pair.first if abs(gain) < 0.5 else pair.second,
                [pair.channels[k] for k in channels],
                f"'{pair.second}' is {gain:.4g} times {relation}'{pair.first}'",
                "once",
                hint,
            )
        )
    return exchanged, findings


_UNITS = {
    "degrees": ("degrees for radians", "Multiply by π/180, or say the unit of the column."),
    "sign": ("wrong sign", "Turn the sign of one of them."),
    "both": ("degrees for radians, and a wrong sign", "Multiply by −π/180."),
}


def _unit(pair: _Pair, k: int) -> str:
    if abs(pair.correlation(k, k)) < SAME:
        return ""
    gain = pair.gain(k, k)
    # A reference is followed more or less well: its gain is known less exactly.
    nearly = NEARLY if pair.second.endswith("velocity") else 0.3
    far = min(abs(np.log(abs(gain) / factor)) for factor in (DEGREES, 1 / DEGREES))
    if far < nearly:
        return "degrees" if gain > 0 else "both"
    return "sign" if gain < 0 else ""


def _judged(pair: _Pair) -> list[int]:
    return [int(k) for k in np.flatnonzero(pair.moving)]


def _pair(time: Array, data: xr.Dataset, first: str, second: str, integrate: bool) -> _Pair:
    a, b = array_of(data, first)[0], array_of(data, second)[0]
    n = time.size
    length = max(SHORTEST, n // WINDOWS)
    starts = np.arange(0, n - length, max(1, length // 2))
    # A window with a gap in it is not complete.
    gaps = np.concatenate([[0], np.cumsum(np.diff(time) > GAP * usual_step(time))])
    broken = gaps[starts + length] > gaps[starts]
    first_change = a[starts + length] - a[starts]
    if integrate:
        areas = np.empty(b.shape)
        areas[0] = 0.0
        np.cumsum((b[1:] + b[:-1]) / 2 * np.diff(time)[:, None], axis=0, out=areas[1:])
        second_change = areas[starts + length] - areas[starts]
        if np.isnan(areas).any():
            second_change = _windowed(time, b, starts, length)
    else:
        second_change = b[starts + length] - b[starts]
    first_change[broken] = np.nan
    # Noise of single samples, from what a smooth signal would not have.
    moving = _moves(first_change, a) & _moves(second_change, b, integrate * length)
    window = float(np.median(time[starts[1:]] - time[starts[:-1]])) * 2 if starts.size > 1 else 1.0
    channels = channels_of(data, first)
    return _Pair(first, second, channels, first_change, second_change, moving, window)


def _windowed(time: Array, values: Array, starts: SampleNumbers, length: int) -> Array:
    """Integrals over windows, NaN only where a sample is missing."""
    missing = np.cumsum(~np.isfinite(values), axis=0)
    filled = np.nan_to_num(values)
    areas = np.zeros(values.shape)
    np.cumsum((filled[1:] + filled[:-1]) / 2 * np.diff(time)[:, None], axis=0, out=areas[1:])
    result = areas[starts + length] - areas[starts]
    result[(missing[starts + length] > missing[starts]) | ~np.isfinite(values[starts])] = np.nan
    return np.asarray(result)


def _moves(changes: Array, values: Array, averaged: int = 0) -> Flags:
    """Does a channel change by more than its noise, and by something beside the others?"""
    if np.isnan(changes).all(axis=0).any() or len(values) < 3:
        return np.zeros(values.shape[1], dtype=bool)
    size = np.sqrt(np.nanmean(changes**2, axis=0))
    bend = np.diff(values[:200_000], 2, axis=0)
    noise = np.nanmedian(np.abs(bend), axis=0) * 1.48 / np.sqrt(6)
    if averaged:
        span = np.nanstd(values, axis=0)
        return np.asarray(span > 2 * noise / np.sqrt(averaged))
    return np.asarray((noise < NOISY * size) & (size > 1e-4 * np.nanmax(size, initial=0.0)))
