"""The closest pose to one that cannot be reached."""

from __future__ import annotations

import numpy as np

from armwright.arm.inverse.search import starting_points
from armwright.arm.inverse.stepping import Rows, Stepper
from armwright.arrays import Array

#: Random starts beside the row's own; rounds for all of them, and for the best one.
STARTS, ROUNDS, LAST_ROUNDS = 24, 40, 300
#: A row is settled when no joint moves more than this (rad, m).
STILL = 1e-10


def closest(stepper: Stepper, rows: Rows, table: Array) -> tuple[Array, Array, Array]:
    """q within the limits with the least (position / arm's length)² + angle², and its misses."""
    numbers = np.arange(min(STARTS, len(table)) + 1)
    spread = rows.repeat(len(numbers))
    q = starting_points(stepper, rows, table, numbers).reshape(len(spread), stepper.chain.size)
    q, cost = _settle(stepper, spread, q, ROUNDS)
    best = np.argmin(cost.reshape(len(rows), len(numbers)), axis=1)
    q = q.reshape(len(rows), len(numbers), stepper.chain.size)[np.arange(len(rows)), best]
    q, _ = _settle(stepper, rows, q, LAST_ROUNDS)
    q, _, _ = stepper.wrapped(q, rows.starts)
    _, position, angle = stepper.evaluate(rows, q)
    return q, position, angle


def _settle(stepper: Stepper, rows: Rows, q: Array, rounds: int) -> tuple[Array, Array]:
    """Levenberg-Marquardt: a step that does not help is taken back, and damped more. Next to a
    pose that cannot be met, damping that follows the error alone lets steps overshoot for ever."""
    damping = np.ones(len(q))
    trial, *misses = stepper.evaluate(rows, q, damping)
    cost = _cost(stepper, *misses)
    for _ in range(rounds):
        if np.abs(trial - q).max() <= STILL:
            break
        _, *misses = stepper.evaluate(rows, trial, damping)
        after = _cost(stepper, *misses)
        better = after < cost
        q = np.where(better[:, None], trial, q)
        cost = np.where(better, after, cost)
        damping = np.clip(np.where(better, damping / 4, damping * 8), 1e-9, 1e15)
        trial, _, _ = stepper.evaluate(rows, q, damping)
    return q, cost


def _cost(stepper: Stepper, position: Array, angle: Array) -> Array:
    cost: Array = (position / stepper.chain.length) ** 2 + angle**2
    return cost
