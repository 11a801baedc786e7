"""Inverse kinematics of one frame of an arm: closed form where there is one, else search."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from armwright.arm.inverse.chain import Chain
from armwright.arm.inverse.closest import closest
from armwright.arm.inverse.code import Code
from armwright.arm.inverse.search import all_found, drawn_in, first_found, start_table
from armwright.arm.inverse.solutions import Candidates, Solutions, joined, repeated
from armwright.arm.inverse.stepping import TOLERANCE, Mask, Rows, Stepper
from armwright.arrays import Array

#: A branch that misses by less than this (m, rad) is worth some steps: because it is of an ideal
#: arm close to the real one, or because rounding counts more where several angles are singular.
ROUGH, ROUNDED, POLISH_STEPS = 0.05, 1e-7, 12
#: Poses, for each thread, whose branches are worked on together: they stay in the caches.
CHUNK = 512
#: Poses whose starts are all tried together.
EVERY_CHUNK = 32


@dataclass(frozen=True)
class Options:
    """How to solve. `every`: all solutions that can be found, not only one for each pose."""

    limits: bool
    every: bool
    starts: int
    seed: int
    threads: int


@dataclass(frozen=True, eq=False)
class Solver:
    """Solves rows of poses with the compiled code of a frame."""

    code: Code

    @property
    def chain(self) -> Chain:
        return self.code.chain

    @property
    def method(self) -> str:
        closed = self.code.closed
        return f"closed form: {closed.kind}" if closed else "damped least squares"

    @property
    def redundant(self) -> bool:
        """Whether a pose has endless solutions."""
        return len(self.chain.joints) > self.code.freedoms

    def solve(self, rows: Rows, options: Options) -> Solutions:
        """Solutions for every row; their count is 0 where there are none."""
        if self.code.closed is None:
            return self._search(rows, options)
        size = CHUNK * options.threads
        found = joined([self._branches(part, options) for part in rows.chunks(size)])
        left = np.flatnonzero(found.count == 0)
        if left.size and not self.code.closed.exact:
            found = found.with_rows(left, self._search(rows.take(left), options))
        return found

    def closest(self, rows: Rows, options: Options) -> Solutions:
        """The closest poses, which may turn out to meet the target."""
        stepper = self._stepper(options)
        q, position, angle = closest(stepper, rows, self._table(options))
        met = (position <= TOLERANCE) & (angle <= TOLERANCE)
        return Solutions(q, q[:, None], met.astype(np.intp), position, angle, self.method)

    def _branches(self, rows: Rows, options: Options) -> Solutions:
        q, position, angle, distance, beyond, repeats = self.code.branches(
            rows.targets, rows.starts, *self._limits(options), threads=options.threads
        )
        met = (position <= TOLERANCE) & (angle <= TOLERANCE)
        found = Candidates(q, position, angle, distance, met & (beyond == 0) & (repeats == 0))
        worth = ROUNDED if self.code.closed and self.code.closed.exact else ROUGH
        rough = ~met & (position <= worth) & (angle <= worth)
        if rough.any():
            found = self._polished(rows, options, found, rough)
        return found.sorted(self.method)

    def _polished(self, rows: Rows, options: Options, found: Candidates, rough: Mask) -> Candidates:
        """Rough candidates as starts of damped least squares."""
        stepper = self._stepper(options)
        row, branch = np.nonzero(rough)
        unbounded = np.zeros(len(row), bool)
        q, good = found.q.copy(), found.good.copy()
        q[row, branch], good[row, branch] = stepper.descend(
            rows.take(row), q[row, branch], POLISH_STEPS, unbounded
        )
        return _candidates(stepper, rows, q, good)

    def _search(self, rows: Rows, options: Options) -> Solutions:
        stepper, table = self._stepper(options), self._table(options)
        if not options.every:
            q, found = first_found(stepper, rows, table)
            return self._drawn(stepper, rows, q[:, None], found[:, None]).sorted(self.method)
        parts = []
        for part in rows.chunks(EVERY_CHUNK):
            q, good = all_found(stepper, part, table)
            parts.append(self._drawn(stepper, part, q, good).sorted(self.method))
        return joined(parts)

    def _drawn(self, stepper: Stepper, rows: Rows, q: Array, good: Mask) -> Candidates:
        """Of a redundant arm's solutions only one, moved to be near to the start."""
        if not stepper.redundant:
            return _candidates(stepper, rows, q, good)
        q = q.copy()
        row, which = np.nonzero(good)
        q[row, which] = drawn_in(stepper, rows.take(row), q[row, which])
        found = _candidates(stepper, rows, q, good)
        nearest = np.argmin(np.where(found.good, found.distance, math.inf), axis=1)
        alone = found.good & (np.arange(q.shape[1]) == nearest[:, None])
        return replace(found, good=alone)

    def _table(self, options: Options) -> Array:
        return start_table(self.chain, *self._limits(options), options.starts, options.seed)

    def _limits(self, options: Options) -> tuple[Array, Array]:
        none = np.full(self.chain.size, math.inf)
        return (self.chain.lower, self.chain.upper) if options.limits else (-none, none)

    def _stepper(self, options: Options) -> Stepper:
        code = self.code
        limits = self._limits(options)
        return Stepper(code.chain, code.step, code.wrap, *limits, self.redundant, options.threads)


def _candidates(stepper: Stepper, rows: Rows, q: Array, good: Mask) -> Candidates:
    """Each moved into the limits and measured; those that stay outside are no longer good, nor
    those that repeat others."""
    shape = q.shape[:2]
    spread = rows.repeat(shape[1])
    flat, *measures = stepper.wrapped(q.reshape(-1, q.shape[2]), spread.starts)
    _, *misses = stepper.evaluate(spread, flat)
    distance, beyond, position, angle = (x.reshape(shape) for x in (*measures, *misses))
    q, good = flat.reshape(q.shape), good & (beyond == 0)
    return Candidates(q, position, angle, distance, good & ~repeated(q, good))
