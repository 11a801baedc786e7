"""Damped least squares from many starts, many poses at once.

A `Stepper` steps towards the poses; `first_found` and `all_found` look for solutions, `drawn_in`
brings those of redundant arms near to the start, `closest` goes as near as it can to poses that
cannot be reached.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from armwright.arm.inverse.chain import JointChain
from armwright.arrays import Array
from armwright.compiler import CompiledFunction

Mask = NDArray[np.bool_]
#: A solution meets the pose to this (m and rad).
TOLERANCE = 1e-10
#: μ of the damping. Larger is slower; smaller loses some of the starts that are far away.
DAMPING = 0.1
#: Steps after which it is worth looking who has arrived; after the last of them, every step.
LOOKS = (0, 3, 6, 8, 10, 12, 14)
#: After so many steps a row that is farther away (arm's lengths, rad) has little chance.
LATE, FAR = 10, 0.1
#: Steps after which a start is given up: most that arrive have arrived by then. Poses that defy
#: the first starts may be nearly singular, where steps get slow.
STEPS, EASY_STARTS, MORE_STEPS = 20, 32, 60
#: Rows worth computing at once: hard poses try several starts together.
ROWS = 1024
#: To slide along the solutions of a redundant arm: first fast, which may lead astray, then slowly.
PULLS, PULL_STEPS = (0.7, 0.3), 12
#: For the closest pose: random starts beside the row's own; rounds for all of them, and for the
#: best one.
CLOSEST_STARTS, ROUNDS, LAST_ROUNDS = 24, 40, 300
#: A row is settled when no joint moves more than this (rad, m).
STILL = 1e-10


@dataclass(frozen=True, eq=False)
class PoseRows:
    """Poses to reach, one a row, each with its start and the arm's free parameters."""

    targets: Array
    starts: Array
    parameters: Array | None = None

    def __len__(self) -> int:
        return len(self.targets)

    def take(self, index: NDArray[np.intp] | slice) -> PoseRows:
        parameters = None if self.parameters is None else self.parameters[index]
        return PoseRows(self.targets[index], self.starts[index], parameters)

    def chunks(self, size: int) -> list[PoseRows]:
        """The same rows in parts; one empty part if there are none."""
        return [self.take(slice(k, k + size)) for k in range(0, max(len(self), 1), size)]

    def repeat(self, times: int) -> PoseRows:
        """Each row several times in succession."""
        return self.take(np.repeat(np.arange(len(self)), times))


@dataclass(frozen=True, eq=False)
class Stepper:
    """The compiled step of an arm, its limits (n,), whether it has endless solutions, and how
    many threads may share a batch."""

    chain: JointChain
    step: CompiledFunction
    wrap: CompiledFunction
    lower: Array
    upper: Array
    redundant: bool
    threads: int = 1

    def evaluate(
        self,
        rows: PoseRows,
        q: Array,
        damping: Array | float = DAMPING,
        pull: float = 0.0,
        bounds: tuple[Array, Array] | None = None,
    ) -> tuple[Array, Array, Array]:
        """The next q, and the misses (m, rad) at q."""
        lower, upper = bounds or (self.lower, self.upper)
        given = [q, rows.targets, rows.starts, lower, upper, np.asarray(damping), np.asarray(pull)]
        if rows.parameters is not None:
            given.append(rows.parameters)
        if len(q) == 1:  # without batch dimensions a call takes a fraction of the time
            shapes = (port.shape for port in self.step.signature.inputs)
            one = (array.reshape(shape) for array, shape in zip(given, shapes, strict=True))
            after, position, angle = self.step(*one)
            return after[None], position[None], angle[None]
        after, position, angle = self.step(*given, threads=self.threads)
        return after, position, angle

    def descend(
        self, rows: PoseRows, q: Array, steps: int, bounded: Mask, *, patient: bool = True
    ) -> tuple[Array, Mask]:
        """Step until the pose is met, `steps` times at most; q, and which rows have arrived.

        Rows that are not `bounded` ignore the limits on their way. If not `patient`, rows that are
        still far away after some steps are given up: hardly any of them would arrive in time.
        """
        q = q.copy()
        arrived = np.zeros(len(q), bool)
        going, here = np.arange(len(q)), q
        lower = np.where(bounded[:, None], self.lower, -math.inf)
        upper = np.where(bounded[:, None], self.upper, math.inf)
        for k in range(steps + 1):
            after, position, angle = self.evaluate(rows, here, bounds=(lower, upper))
            if k == steps or k in LOOKS or k > LOOKS[-1]:
                there = (position <= TOLERANCE) & (angle <= TOLERANCE)
                q[going[there]] = here[there]
                arrived[going[there]] = True
                left = ~there
                if not patient and k == LATE:
                    left &= position / self.chain.length + angle < FAR
                keep = np.flatnonzero(left)
                if not keep.size:
                    break
                if keep.size < len(left):
                    going, rows, after = going[keep], rows.take(keep), after[keep]
                    lower, upper = lower[keep], upper[keep]
            here = after
        return q, arrived

    def wrapped(self, q: Array, starts: Array) -> tuple[Array, Array, Array]:
        """q moved by full turns into the limits, nearest to the start; its distance from it; how
        far it is beyond the limits all the same."""
        after, distance, beyond = self.wrap(q, starts, self.lower, self.upper)
        return after, distance, beyond


def start_table(chain: JointChain, lower: Array, upper: Array, count: int, seed: int) -> Array:
    """Random joint positions, the same for every pose; a joint without limits takes a full turn,
    or the arm's length."""
    reach = np.where(chain.turns, math.pi, chain.length)
    low = np.where(
        np.isfinite(lower), lower, np.where(np.isfinite(upper), upper - 2 * reach, -reach)
    )
    high = np.where(np.isfinite(upper), upper, low + 2 * reach)
    table: Array = np.random.default_rng(seed).random((count, chain.size))
    return low + (high - low) * table


def first_found(stepper: Stepper, rows: PoseRows, table: Array) -> tuple[Array, Mask]:
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


def all_found(stepper: Stepper, rows: PoseRows, table: Array) -> tuple[Array, Mask]:
    """From the start and every row of the table: q (N, 1 + table, n), and which are solutions."""
    numbers = np.arange(1 + len(table))
    parts = [
        from_starts(stepper, rows, table, some)
        for some in (numbers[:EASY_STARTS], numbers[EASY_STARTS:])
        if some.size
    ]
    return np.concatenate([q for q, _ in parts], 1), np.concatenate([good for _, good in parts], 1)


def from_starts(
    stepper: Stepper, rows: PoseRows, table: Array, numbers: NDArray[np.intp]
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


def starting_points(
    stepper: Stepper, rows: PoseRows, table: Array, numbers: NDArray[np.intp]
) -> Array:
    """(N, numbers, n), within the limits; joints that do not move the frame stay where they are."""
    q = np.repeat(rows.starts[:, None], len(numbers), axis=1)
    places = list(stepper.chain.places)
    own = np.clip(rows.starts, stepper.lower, stepper.upper)[:, places]
    for k, number in enumerate(numbers):
        q[:, k, places] = table[number - 1, places] if number else own
    return q


def drawn_in(stepper: Stepper, rows: PoseRows, q: Array) -> Array:
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


def closest(stepper: Stepper, rows: PoseRows, table: Array) -> tuple[Array, Array, Array]:
    """q within the limits with the least (position / arm's length)² + angle², and its misses."""
    numbers = np.arange(min(CLOSEST_STARTS, len(table)) + 1)
    spread = rows.repeat(len(numbers))
    q = starting_points(stepper, rows, table, numbers).reshape(len(spread), stepper.chain.size)
    q, cost = _settle(stepper, spread, q, ROUNDS)
    best = np.argmin(cost.reshape(len(rows), len(numbers)), axis=1)
    q = q.reshape(len(rows), len(numbers), stepper.chain.size)[np.arange(len(rows)), best]
    q, _ = _settle(stepper, rows, q, LAST_ROUNDS)
    q, _, _ = stepper.wrapped(q, rows.starts)
    _, position, angle = stepper.evaluate(rows, q)
    return q, position, angle


def _settle(stepper: Stepper, rows: PoseRows, q: Array, rounds: int) -> tuple[Array, Array]:
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
