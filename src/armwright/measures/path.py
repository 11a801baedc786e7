"""How far a tool is from the straight line it should follow, and what happens where joints turn."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from armwright.arrays import Array
from armwright.errors import InputError

#: Up in the base frame.
_UP = np.array([0.0, 0.0, 1.0])
#: The least sine of the angle between a line and the vertical that leaves "sideways" a meaning.
_STEEP = 1e-6


class LineDeviation(NamedTuple):
    """In m. `along`: from the line's start. `lateral`: level, > 0 to the left of the motion seen
    from above. `vertical`: at right angles to both, > 0 above the line."""

    along: Array
    lateral: Array
    vertical: Array


def straight_line_deviation(position: ArrayLike, start: ArrayLike, end: ArrayLike) -> LineDeviation:
    """Positions (…, 3) in the base frame, beside the line from `start` to `end`; each part (…)."""
    points = (("position", position), ("start", start), ("end", end))
    p, a, b = (_points(name, values) for name, values in points)
    length = np.linalg.norm(b - a)
    if not length > 0:
        raise InputError("the line has no length", where="line", got=a.tolist())
    forward = (b - a) / length
    left = np.cross(_UP, forward)
    level = np.linalg.norm(left)
    if level < _STEEP:
        raise InputError(
            "the line is vertical: it has no left and right",
            where="line",
            got=f"from {a.tolist()} to {b.tolist()}",
        )
    left = left / level
    beside = p - a
    return LineDeviation(beside @ forward, beside @ left, beside @ np.cross(forward, left))


def reversal_times(time: ArrayLike, velocity: ArrayLike, least: float = 0.01) -> list[Array]:
    """When each joint turns around, in s: an array for each column of `velocity` (records, joints).

    A joint slower than `least` of its largest speed rests: one that only trembles does not turn
    around. In between it is taken to speed up evenly.
    """
    t, v = _records(time, velocity)
    if v.ndim != 2:
        raise InputError(
            "not the velocities of joints", where="velocity", got=v.shape, expected="(records, n)"
        )
    return [_turns(t, column, least) for column in v.T]


def step_about(time: ArrayLike, values: ArrayLike, when: float, within: float) -> Array:
    """By how much `values` (records, …) grow from `within` s before `when` to as long after it."""
    near = _near(time, values, when, within)
    step: Array = near[-1] - near[0]
    return step


def swing_about(time: ArrayLike, values: ArrayLike, when: float, within: float) -> Array:
    """From the least to the largest of `values` (records, …) within so many s of `when`."""
    swing: Array = np.ptp(_near(time, values, when, within), axis=0)
    return swing


def _turns(t: Array, v: Array, least: float) -> Array:
    moving = np.flatnonzero(np.abs(v) > least * np.abs(v).max(initial=0.0))
    changes = np.flatnonzero(np.diff(np.sign(v[moving])) != 0)
    last, first = moving[changes], moving[changes + 1]
    turns: Array = t[last] + (t[first] - t[last]) * v[last] / (v[last] - v[first])
    return turns


def _near(time: ArrayLike, values: ArrayLike, when: float, within: float) -> Array:
    t, x = _records(time, values)
    if not (within > 0 and t[0] <= when - within and when + within <= t[-1]):
        raise InputError(
            "this span of time was not fully recorded",
            where="values",
            got=f"{when:g} s ± {within:g} s",
            expected=f"within {t[0]:g} to {t[-1]:g} s",
        )
    return x[np.abs(t - when) <= within]


def _records(time: ArrayLike, values: ArrayLike) -> tuple[Array, Array]:
    t, x = _finite("time", time), _finite("values", values)
    if t.ndim != 1 or not t.size or x.shape[:1] != t.shape:
        raise InputError(
            "not one record for each time",
            where="values",
            got=f"{t.shape} and {x.shape}",
            expected="(records,) and (records, …)",
        )
    return t, x


def _points(name: str, values: ArrayLike) -> Array:
    points = _finite(name, values)
    expected = "(…, 3)" if name == "position" else "(3,)"
    if points.shape[-1:] != (3,) or (name != "position" and points.ndim != 1):
        raise InputError("not a point in space", where=name, got=points.shape, expected=expected)
    return points


def _finite(name: str, values: ArrayLike) -> Array:
    array = np.asarray(values, dtype=np.float64)
    if not np.isfinite(array).all():
        raise InputError("not finite everywhere", where=name)
    return array
