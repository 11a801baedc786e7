"""Joint positions along a curve: from knot to knot first, then everywhere at once."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from armwright.arrays import Array
from armwright.blocks.references.task import MET, Derivatives, Task

#: How far a joint moves from knot to knot at most (rad or m): near enough not to change the branch.
LARGEST_MOVE = 0.1
#: Of the curve: steps that would have to be smaller lead nowhere.
SMALLEST_STEP = 1e-9
#: A Jacobian with a larger condition number is too near to a singularity. A good one has about 20.
LARGEST_CONDITION = 1000.0
#: Rows worked on together: they stay in the caches.
CHUNK = 2048


class Knots(NamedTuple):
    """Along the curve as far as it can be followed: s (k,), q (k, n) and derivatives there."""

    s: Array
    q: Array
    derivatives: Derivatives

    @property
    def complete(self) -> bool:
        """Whether they lead to the end of the curve."""
        return bool(self.s[-1] == 1.0)


class Followed(NamedTuple):
    """q (N, n) along the curve, its derivatives, and how well it meets the curve (N,)."""

    q: Array
    derivatives: Derivatives
    miss: Array


def knots_along(task: Task) -> Knots:
    """Steps along q′, each brought back to the curve, as far as they go; none crosses a corner."""
    s, q = 0.0, task.start
    found: list[tuple[float, Array, Derivatives]] = []
    while True:
        derivatives = task.derivatives(q[None], np.array([s]))
        found.append((s, q, derivatives))
        if s == 1.0 or derivatives.condition[0] > LARGEST_CONDITION:
            break
        end = next((corner for corner in task.curve.corners if corner > s), 1.0)
        after = _step(task, s, q, derivatives.slope[0], end)
        if after is None:
            break
        s, q = after
    places, positions, slopes = zip(*found, strict=True)
    return Knots(np.array(places), np.array(positions), _joined(slopes))


def _step(task: Task, s: float, q: Array, slope: Array, end: float) -> tuple[float, Array] | None:
    """The next knot, not behind `end`; None where no step however small stays near to q′."""
    fastest = float(np.abs(slope).max())
    step = min(end - s, LARGEST_MOVE / fastest) if fastest > 0 else end - s
    while step > SMALLEST_STEP or step == end - s:
        there = end if step == end - s else s + step
        guess = q + (there - s) * slope
        after, miss = task.settled(guess[None], np.array([there]))
        if miss[0] <= MET and np.abs(after[0] - guess).max() <= LARGEST_MOVE / 2:
            return there, after[0]
        step /= 2
    return None


def follow(task: Task, knots: Knots, s: Array) -> Followed:
    """At all s (N,), from guesses between the knots."""
    from scipy.interpolate import CubicHermiteSpline  # takes half a second to import

    guess = CubicHermiteSpline(knots.s, knots.q, knots.derivatives.slope)
    positions, derivatives, misses = [], [], []
    for k in range(0, len(s), CHUNK):
        part = s[k : k + CHUNK]
        q, miss = task.settled(guess(part), part)
        positions.append(q)
        misses.append(miss)
        derivatives.append(task.derivatives(q, part))
    return Followed(np.concatenate(positions), _joined(derivatives), np.concatenate(misses))


def _joined(parts: list[Derivatives] | tuple[Derivatives, ...]) -> Derivatives:
    return Derivatives(*(np.concatenate(arrays) for arrays in zip(*parts, strict=True)))
