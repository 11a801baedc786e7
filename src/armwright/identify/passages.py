"""Where a velocity passes zero, between samples: there dry friction changes its sign.

A joint's acceleration jumps where its velocity passes zero, so that no single curve goes through
the samples on both sides. The passage is where the curves of either side reach zero; if they do not
reach it at the same time, the joint has stuck in between, and friction there can be anything up to
its limit. Where noise hides the passage, the samples around it are left out.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import binary_dilation
from scipy.signal import savgol_filter

from armwright.arrays import Array

#: Of noise: a velocity within so many standard deviations of zero may be either way.
_QUIET = 4.0
#: Of the largest velocity: below this it is zero, whatever the noise.
_STILL = 1e-6
#: Samples on one side that a curve is put through.
_FEWEST = 3
#: Of an interval between samples: curves that reach zero within it reach it at the same time.
_SAME_TIME = 0.5


@dataclass(frozen=True, eq=False)
class Passages:
    """For each interval between two samples: `before` and `after`, the sign of the velocity up to
    the `fraction` of the interval and from there on; `moving`: whether the signs hold, and the
    joint neither sticks nor rests. `noise`: standard deviation of the velocity, estimated."""

    steps: Array
    before: Array
    after: Array
    fraction: Array
    moving: NDArray[np.bool_]
    noise: float

    @cached_property
    def positive(self) -> Array:
        """For how long the velocity is above zero in each interval, s."""
        return self._lasting(1.0)

    @cached_property
    def negative(self) -> Array:
        return self._lasting(-1.0)

    def _lasting(self, sign: float) -> Array:
        first, rest = self.before == sign, self.after == sign
        lasting: Array = self.steps * (first * self.fraction + rest * (1 - self.fraction))
        return lasting

    @property
    def segments(self) -> list[slice]:
        """Samples from one rest to the next: the first to the last of each."""
        edges = np.flatnonzero(np.diff(np.r_[False, self.moving, False]))
        return [slice(int(a), int(b) + 1) for a, b in edges.reshape(-1, 2)]


def passages(time: Array, velocity: Array) -> Passages:
    """Of samples (N,); their times need not be equally spaced."""
    steps, noise = np.diff(time), noise_of(velocity)
    slope, step = _slope(time, velocity), float(np.median(steps))
    if _QUIET * noise > _SAME_TIME * slope * step:
        return _without_doubtful(steps, velocity, noise, slope * step)
    largest = float(np.abs(velocity).max(initial=0.0))
    loud = np.flatnonzero(np.abs(velocity) > _QUIET * noise + _STILL * largest)
    sign = np.sign(velocity)
    before = np.zeros(len(steps))
    after, fraction = before.copy(), np.ones(len(steps))
    moving = np.zeros(len(steps), dtype=bool)
    for left, right in pairwise(loud.tolist()):
        here = slice(left, right)
        before[here] = after[here] = sign[left]
        moving[here] = True
        if right == left + 1 and sign[left] == sign[right]:
            continue
        t0, early = _zero(time, velocity, np.arange(left, left - _FEWEST, -1), (left, right))
        t1, late = _zero(time, velocity, np.arange(right, right + _FEWEST), (left, right))
        if t1 - t0 > _SAME_TIME * steps[left:right].max() or sign[left] == sign[right]:
            stuck = (time[1:] > t0) & (time[:-1] < t1)
            moving[stuck] = False
            before[here] = np.where(time[:-1][here] < t0, sign[left], sign[right])
            after[here] = before[here]
            continue
        passed = (t0 * late + t1 * early) / (early + late)
        k = int(np.clip(np.searchsorted(time, passed, side="right") - 1, left, right - 1))
        after[k:right] = sign[right]
        before[k + 1 : right] = sign[right]
        fraction[k] = np.clip((passed - time[k]) / steps[k], 0.0, 1.0)
    return Passages(steps, before, after, fraction, moving, noise)


def _without_doubtful(steps: Array, velocity: Array, noise: float, rise: float) -> Passages:
    """Noise hides when the velocity passes zero: what is near is left out, as if the joint had
    stuck, rather than guessed. `rise`: of the velocity from sample to sample, typically."""
    reach = int(min(_FEWEST + np.ceil(2 * noise / rise), max(_FEWEST, len(velocity) // 50)))
    smooth = savgol_filter(velocity, 2 * reach + 1, 2, mode="interp")
    level = _QUIET * noise * np.sqrt(2.25 / (2 * reach + 1))
    doubtful = binary_dilation(np.abs(smooth) <= level, iterations=reach)
    sign = np.sign(smooth)
    moving = ~doubtful[1:] & ~doubtful[:-1] & (sign[1:] == sign[:-1])
    signs = np.where(moving, sign[:-1], 0.0)
    return Passages(steps, signs, signs, np.ones(len(steps)), moving, noise)


def noise_of(samples: Array) -> float:
    """Standard deviation of white noise on a smooth signal: that of third differences, in which
    little of the signal is left, by their median."""
    third = np.diff(samples, 3)
    if not third.size:
        return 0.0
    return float(np.median(np.abs(third)) / (0.6745 * np.sqrt(20.0)))


def _slope(time: Array, velocity: Array) -> float:
    """How fast the velocity changes, typically."""
    lag = max(1, len(time) // 200)
    changes = np.abs(velocity[lag:] - velocity[:-lag]) / (time[lag:] - time[:-lag])
    return float(np.median(changes)) if changes.size else 0.0


def _zero(
    time: Array, velocity: Array, places: NDArray[np.int64], ends: tuple[int, int]
) -> tuple[float, float]:
    """When the curve through some samples of one side reaches zero, between the two `ends`, and 1
    by its slope there. A parabola, or a straight line where samples are too few."""
    own = places[(places >= 0) & (places < len(time))]
    same = np.cumprod(np.sign(velocity[own]) == np.sign(velocity[own[0]])).astype(bool)
    own = own[same]
    low, high = float(time[ends[0]]), float(time[ends[1]])
    first = float(time[own[0]])
    if len(own) < 2:
        return first, 1.0
    scale = high - low
    powers = np.polyfit((time[own] - first) / scale, velocity[own], 2 if len(own) > 2 else 1)
    roots = np.roots(powers)
    real = roots[np.abs(roots.imag) < 1e-9].real * scale + first
    inside = real[(real >= low - scale) & (real <= high + scale)]
    if not inside.size:  # it turns round before it reaches zero
        slope = np.polyfit(time[own], velocity[own], 1)[0]
        return (low if own[0] == ends[0] else high), 1 / max(abs(float(slope)), 1e-300)
    nearest = float(inside[np.argmin(np.abs(inside - first))])
    slope = float(np.polyval(np.polyder(powers), (nearest - first) / scale)) / scale
    return float(np.clip(nearest, low, high)), 1 / max(abs(slope), 1e-300)
