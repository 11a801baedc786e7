"""Solutions by damped least squares from many starts."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from armwright.arm.inverse.chain import Chain
from armwright.arm.inverse.stepping import Mask, Rows, Stepper
from armwright.arrays import Array

#: Steps after which a start is given up: most that arrive have arrived by then. Poses that defy
#: the first starts may be nearly singular, where steps get slow.
STEPS, EASY_STARTS, MORE_STEPS = 20, 32, 60
#: Rows worth computing at once: hard poses try several starts together.
ROWS = 1024
#: To slide along the solutions of a redundant arm: first fast, which may lead astray, then slowly.
PULLS, PULL_STEPS = (0.7, 0.3), 12


def start_table(chain: Chain, lower: Array, upper: Array, count: int, seed: int) -> Array:
    """Random joint positions, the same for every pose; a joint without limits takes a full turn,
    or the arm's length."""
    reach = np.where(chain.turns, math.pi, chain.length)
    low = np.where(
        np.isfinite(lower), lower, np.where(np.isfinite(upper), upper - 2 * reach, -reach)
    )
    high = np.where(np.isfinite(upper), upper, low + 2 * reach)
    table: Array = np.random.default_rng(seed).random((count, chain.size))
    return low + (high - low) * table


def first_found(stepper: Stepper, rows: Rows, table: Array) -> tuple[Array, Mask]:
    """One solution for each row: from its start, else from the first row of the table that leads
    to one. Which other rows there are does not matter."""
    best, found = rows.starts.copy(), np.zeros(len(rows), bool)
    tried = 0
    while tried <= len(table) and not found.all():
        pending = np.flatnonzero(~found)
        together = max(ROWS // len(pending), 1) if tried else 1
        end = EASY_STARTS if tried < EASY_STARTS else len(table) + 1
        numbers = np.arange(tried, min(tried + together, end, len(table) + 1))
        q, good = from_starts(stepper, rows.take(pending), table, numbers)
        first, some = np.argmax(good, axis=1), good.any(axis=1)
        best[pending[some]] = q[some, first[some]]
        found[pending[some]] = True
        tried += len(numbers)
    return best, found


def all_found(stepper: Stepper, rows: Rows, table: Array) -> tuple[Array, Mask]:
    """From the start and every row of the table: q (N, 1 + table, n), and which are solutions."""
    numbers = np.arange(1 + len(table))
    parts = [
        from_starts(stepper, rows, table, some)
        for some in (numbers[:EASY_STARTS], numbers[EASY_STARTS:])
        if some.size
    ]
    return np.concatenate([q for q, _ in parts], 1), np.concatenate([good for _, good in parts], 1)


def from_starts(
    stepper: Stepper, rows: Rows, table: Array, numbers: NDArray[np.intp]
) -> tuple[Array, Mask]:
    """From starts of these numbers; 0 is the row's own, k > 0 row k − 1 of the table.

    On its way a start may keep within the limits, or be moved into them at the end. Redundant
    arms find more solutions in the first way and others in the second; a quarter of the starts
    does as the others would, to find what they miss.
    """
    count = len(numbers)
    spread = rows.repeat(count)
    q = starting_points(stepper, rows, table, numbers).reshape(len(spread), stepper.chain.size)
    easy = bool(numbers[0] < EASY_STARTS)
    usual = np.tile(numbers % 4 != 3, len(rows))
    q, arrived = stepper.descend(
        spread,
        q,
        STEPS if easy else MORE_STEPS,
        usual if stepper.redundant else ~usual,
        patient=not easy,
    )
    q, _, beyond = stepper.wrapped(q, spread.starts)
    good = arrived & (beyond == 0)
    return q.reshape(len(rows), count, stepper.chain.size), good.reshape(len(rows), count)


def starting_points(stepper: Stepper, rows: Rows, table: Array, numbers: NDArray[np.intp]) -> Array:
    """(N, numbers, n), within the limits; joints that do not move the frame stay where they are."""
    q = np.repeat(rows.starts[:, None], len(numbers), axis=1)
    places = list(stepper.chain.places)
    own = np.clip(rows.starts, stepper.lower, stepper.upper)[:, places]
    for k, number in enumerate(numbers):
        q[:, k, places] = table[number - 1, places] if number else own
    return q


def drawn_in(stepper: Stepper, rows: Rows, q: Array) -> Array:
    """Solutions of a redundant arm, moved along its other solutions towards the starts; each as
    it was where that fails."""
    best = q.copy()
    left = np.arange(len(q))
    for pull in PULLS:
        some = rows.take(left)
        moved = q[left]
        for _ in range(PULL_STEPS):
            moved, _, _ = stepper.evaluate(some, moved, pull=pull)
        moved, arrived = stepper.descend(some, moved, STEPS, np.ones(len(left), bool))
        before, after = (np.linalg.norm(x - some.starts, axis=1) for x in (q[left], moved))
        nearer = arrived & (after < before)
        best[left[nearer]] = moved[nearer]
        left = left[~nearer]
        if not left.size:
            break
    return best
