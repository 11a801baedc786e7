"""Constant speeds: the stretches of a log in which a drive turns evenly, forth and back.

Where it went both ways over the same positions, half the difference of the torques is friction, and
half their sum is everything else: weight, springs, an offset.  S4, section 5.1. What the model says
of links and rotors is taken off before: at constant speed it cancels, right or wrong, and what
still swings after a ramp does not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
from scipy.ndimage import uniform_filter1d

from armwright.arrays import Array
from armwright.identify.friction.measured import FrictionRecord

#: s: a speed that is held for less is passed, not held. And in which it may change by no more than
#: this part of itself.
_SHORTEST, _CHANGE = 0.15, 0.03
#: Speeds that differ by less than this part belong together.
_SAME = 0.05
#: Parts of the way that are averaged by themselves, so that weight cancels; and the fewest of them.
_PARTS, _FEWEST = 12, 3
#: Of the largest speed: slower is standing still.
_STILL = 1e-4


@dataclass(frozen=True, eq=False)
class SpeedPoint:
    """Friction at a constant speed. `velocity`: with its sign; of a
    pair positive. `torque` and `error` (standard error) on the friction's side;
    `across`: the same from how the parts of the way differ. `samples`: how many."""

    velocity: float
    torque: float
    error: float
    across: float
    load: float
    temperature: float
    samples: int
    paired: bool


def constant_stretches(record: FrictionRecord) -> list[slice]:
    """Rows in which the velocity is constant, and not zero."""
    v, step = record.velocity, record.step
    window = max(round(_SHORTEST / step), 4)
    if len(v) < 2 * window:
        return []
    mean = uniform_filter1d(v, window)
    half = window // 2
    ahead, behind = np.roll(mean, -half), np.roll(mean, half)
    noise = 1.5 * np.median(np.abs(np.diff(v))) / np.sqrt(window)
    even = np.abs(ahead - behind) < _CHANGE * np.abs(mean) + 3 * noise
    even &= np.abs(mean) > max(_STILL * float(np.abs(v).max()), 6 * noise)
    even[: half + 1] = even[-half - 1 :] = False
    # Speeds of opposite signs never belong to one stretch.
    edges = np.flatnonzero(np.diff(np.r_[0, np.sign(mean) * even, 0]) != 0)
    found = []
    for a, b in pairwise(edges):
        first, last = a + half // 2, b - half // 2
        if even[a] and last - first >= window:
            found.append(slice(int(first), int(last)))
    return found


def speed_points(record: FrictionRecord, stretches: Sequence[slice]) -> list[SpeedPoint]:
    """One for each stretch and direction, through the model's inverse."""
    points = []
    for one in stretches:
        part = record.taking(one)
        means, _ = _by_position(part.position, part.friction, _edges(part.position, part.position))
        points.append(
            SpeedPoint(
                float(part.velocity.mean()),
                float(part.friction.mean()),
                _noise(part.friction) / np.sqrt(len(part.time)),
                _across(means),
                float(np.mean(part.load)),
                float(np.mean(part.temperature)),
                one.stop - one.start,
                False,
            )
        )
    return _with_errors(points)


def paired_points(record: FrictionRecord, stretches: Sequence[slice]) -> list[SpeedPoint]:
    """One for each speed that was gone both ways over the same positions."""
    parts = [record.taking(one) for one in stretches]
    means = np.array([part.velocity.mean() for part in parts])
    left = [k for k in range(len(parts)) if means[k] < 0]
    points = []
    for k in [k for k in range(len(parts)) if means[k] > 0]:
        near = [j for j in left if abs(means[j] + means[k]) < _SAME * means[k]]
        shares = [_overlap(parts[k], parts[j]) for j in near]
        if not near or max(shares) < 0.3:
            continue
        j = near[int(np.argmax(shares))]
        left.remove(j)
        point = _pair(parts[k], parts[j])
        if point is not None:
            points.append(point)
    return _with_errors(points)


def _pair(forth: FrictionRecord, back: FrictionRecord) -> SpeedPoint | None:
    edges = _edges(forth.position, back.position)
    (up, ups), (down, downs) = (
        _by_position(one.position, one.friction, edges) for one in (forth, back)
    )
    both = (ups > 0) & (downs > 0)
    if both.sum() < _FEWEST:
        return None
    half = (up - down)[both] / 2
    noise = _noise(forth.friction) ** 2 / ups[both] + _noise(back.friction) ** 2 / downs[both]
    single = float(np.sqrt(noise.sum())) / 2 / int(both.sum())
    return SpeedPoint(
        float(forth.velocity.mean() - back.velocity.mean()) / 2,
        float(half.mean()),
        single,
        _across(half),
        float((np.abs(forth.load).mean() + np.abs(back.load).mean()) / 2),
        float((forth.temperature.mean() + back.temperature.mean()) / 2),
        len(forth.time) + len(back.time),
        True,
    )


def _edges(one: Array, other: Array) -> Array:
    """Of equal parts of the way that both have gone."""
    low, high = max(one.min(), other.min()), min(one.max(), other.max())
    return np.linspace(low, high, _PARTS + 1)


def _overlap(one: FrictionRecord, other: FrictionRecord) -> float:
    """Of the shorter way, the part that both have gone."""
    edges = _edges(one.position, other.position)
    shorter = min(np.ptp(one.position), np.ptp(other.position))
    return float((edges[-1] - edges[0]) / shorter) if shorter > 0 else 0.0


def _by_position(position: Array, values: Array, edges: Array) -> tuple[Array, Array]:
    """Means over the parts of the way, NaN where there was none, and how many samples they have."""
    place = np.digitize(position, edges[1:-1])
    inside = (position >= edges[0]) & (position <= edges[-1])
    count = np.bincount(place[inside], minlength=_PARTS).astype(np.float64)
    total = np.bincount(place[inside], values[inside], minlength=_PARTS)
    return np.where(count > 0, total / np.maximum(count, 1), np.nan), count


def _across(means: Array) -> float:
    """The standard error of a mean, as the parts of the way differ."""
    finite = means[np.isfinite(means)]
    return float(np.std(finite, ddof=1) / np.sqrt(finite.size)) if finite.size > 1 else 0.0


def _with_errors(points: list[SpeedPoint]) -> list[SpeedPoint]:
    """What noise does is known well for each point; what makes the parts of a way differ beside it,
    as ripple, only from all points together."""
    if not points:
        return points
    more = np.median([max(one.across**2 - one.error**2, 0.0) for one in points])
    return [replace(one, error=float(np.sqrt(one.error**2 + more))) for one in points]


def _noise(values: Array) -> float:
    """The standard deviation of white noise: by what neighbours differ."""
    return float(np.sqrt(np.mean(np.diff(values) ** 2) / 2)) + 1e-12
