"""Stepping many rows towards their poses at once."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from armwright.arm.inverse.chain import Chain
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


@dataclass(frozen=True, eq=False)
class Rows:
    """Poses to reach, and what belongs to each: its start, and the arm's free parameters."""

    targets: Array
    starts: Array
    parameters: Array | None = None

    def __len__(self) -> int:
        return len(self.targets)

    def take(self, index: NDArray[np.intp] | slice) -> Rows:
        parameters = None if self.parameters is None else self.parameters[index]
        return Rows(self.targets[index], self.starts[index], parameters)

    def chunks(self, size: int) -> list[Rows]:
        """The same rows in parts; one empty part if there are none."""
        return [self.take(slice(k, k + size)) for k in range(0, max(len(self), 1), size)]

    def repeat(self, times: int) -> Rows:
        """Each row several times in succession."""
        return self.take(np.repeat(np.arange(len(self)), times))


@dataclass(frozen=True, eq=False)
class Stepper:
    """The compiled step of an arm, its limits (n,), whether it has endless solutions, and how
    many threads may share a batch."""

    chain: Chain
    step: CompiledFunction
    wrap: CompiledFunction
    lower: Array
    upper: Array
    redundant: bool
    threads: int = 1

    def evaluate(
        self,
        rows: Rows,
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
        self, rows: Rows, q: Array, steps: int, bounded: Mask, *, patient: bool = True
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
