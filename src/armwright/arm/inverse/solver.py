"""Inverse kinematics of one frame of an arm: closed form where there is one, else search."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from armwright.arm.inverse.chain import JointChain
from armwright.arm.inverse.closed_form import ClosedForm, closed_form
from armwright.arm.inverse.programs import branches_program, step_program, wrapping_program
from armwright.arm.inverse.search import (
    TOLERANCE,
    Mask,
    PoseRows,
    Stepper,
    all_found,
    closest,
    drawn_in,
    first_found,
    start_table,
)
from armwright.arm.inverse.solutions import Candidates, Solutions, joined, repeated
from armwright.arrays import Array
from armwright.compiler import CompiledFunction, Program, compile_program
from armwright.errors import InputError
from armwright.multibody.parameters import FreeParameters

#: A branch that misses by less than this (m, rad) is worth some steps: because it is of an ideal
#: arm close to the real one, or because rounding counts more where several angles are singular.
ROUGH, ROUNDED, POLISH_STEPS = 0.05, 1e-7, 12
#: Poses, for each thread, whose branches are worked on together: they stay in the caches.
CHUNK = 512
#: Poses whose starts are all tried together.
EVERY_CHUNK = 32


@dataclass(frozen=True, eq=False)
class FrameCode:
    """The compiled functions for one frame, each made when it is first needed.

    `free`: parameters that the pose depends on. They rule out a closed form, since the axes may
    lie anyhow."""

    chain: JointChain
    free: FreeParameters
    position_only: bool
    lanes: int | None

    @cached_property
    def closed(self) -> ClosedForm | None:
        return None if self.free.names else closed_form(self.chain, self.position_only)

    @cached_property
    def freedoms(self) -> int:
        return self.chain.freedoms(self.position_only)

    @cached_property
    def branches(self) -> CompiledFunction:
        closed = self.closed
        assert closed is not None
        return self._compiled(
            "branches", lambda: branches_program(self.chain, closed, self.position_only)
        )

    @cached_property
    def step(self) -> CompiledFunction:
        return self._compiled(
            "step", lambda: step_program(self.free, self.chain, self.position_only)
        )

    @cached_property
    def wrap(self) -> CompiledFunction:
        return self._compiled("wrapping", lambda: wrapping_program(self.chain))

    def _compiled(self, what: str, make: Callable[[], Program]) -> CompiledFunction:
        chain = self.chain
        facts = (chain.robot.fingerprint(), chain.frame, self.position_only, self.free.names)
        return compile_program(
            make, key=repr(("inverse kinematics", what, *facts)), lanes=self.lanes
        )


@dataclass(frozen=True)
class Search:
    """How solutions are searched for where there is no closed form.

    Damped least squares runs from the start and then from `starts` random positions, drawn with
    `seed`: from all of them if `every` solution is wanted, else until one is found. None: every
    solution for a single pose of an arm that is not redundant, one for each pose of a batch.
    """

    starts: int = 300
    seed: int = 0
    every: bool | None = None

    def __post_init__(self) -> None:
        _check_whole("starts", self.starts, 0)
        _check_whole("seed", self.seed, 0)


@dataclass(frozen=True)
class Options:
    """How to solve: within the joints' limits or not, by which search, on how many threads."""

    limits: bool
    search: Search
    threads: int

    def __post_init__(self) -> None:
        _check_whole("threads", self.threads, 1)


def _check_whole(name: str, value: Any, least: int) -> None:
    try:
        number = operator.index(value)
    except TypeError:
        number = least - 1
    if number < least:
        raise InputError(
            f"{name} must be a whole number",
            where="inverse kinematics",
            got=repr(value),
            expected=f"{least} or more",
        )


@dataclass(frozen=True, eq=False)
class FrameSolver:
    """Solves rows of poses with the compiled code of a frame."""

    code: FrameCode

    @property
    def chain(self) -> JointChain:
        return self.code.chain

    @property
    def method(self) -> str:
        closed = self.code.closed
        return f"closed form: {closed.kind}" if closed else "damped least squares"

    @property
    def redundant(self) -> bool:
        """Whether a pose has endless solutions."""
        return len(self.chain.joints) > self.code.freedoms

    def solve(self, rows: PoseRows, options: Options) -> Solutions:
        """Solutions for every row; their count is 0 where there are none."""
        if self.code.closed is None:
            return self._search(rows, options)
        size = CHUNK * options.threads
        found = joined([self._branches(part, options) for part in rows.chunks(size)])
        left = np.flatnonzero(found.count == 0)
        if left.size and not self.code.closed.exact:
            found = found.with_rows(left, self._search(rows.take(left), options))
        return found

    def closest(self, rows: PoseRows, options: Options) -> Solutions:
        """The closest poses, which may turn out to meet the target."""
        stepper = self._stepper(options)
        q, position, angle = closest(stepper, rows, self._table(options))
        met = (position <= TOLERANCE) & (angle <= TOLERANCE)
        return Solutions(q, q[:, None], met.astype(np.intp), position, angle, self.method)

    def _branches(self, rows: PoseRows, options: Options) -> Solutions:
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

    def _polished(
        self, rows: PoseRows, options: Options, found: Candidates, rough: Mask
    ) -> Candidates:
        """Rough candidates as starts of damped least squares."""
        stepper = self._stepper(options)
        row, branch = np.nonzero(rough)
        unbounded = np.zeros(len(row), bool)
        q, good = found.q.copy(), found.good.copy()
        q[row, branch], good[row, branch] = stepper.descend(
            rows.take(row), q[row, branch], POLISH_STEPS, unbounded
        )
        return _candidates(stepper, rows, q, good)

    def _search(self, rows: PoseRows, options: Options) -> Solutions:
        stepper, table = self._stepper(options), self._table(options)
        if not options.search.every:
            q, found = first_found(stepper, rows, table)
            return self._drawn(stepper, rows, q[:, None], found[:, None]).sorted(self.method)
        parts = []
        for part in rows.chunks(EVERY_CHUNK):
            q, good = all_found(stepper, part, table)
            parts.append(self._drawn(stepper, part, q, good).sorted(self.method))
        return joined(parts)

    def _drawn(self, stepper: Stepper, rows: PoseRows, q: Array, good: Mask) -> Candidates:
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
        search = options.search
        return start_table(self.chain, *self._limits(options), search.starts, search.seed)

    def _limits(self, options: Options) -> tuple[Array, Array]:
        none = np.full(self.chain.size, math.inf)
        return (self.chain.lower, self.chain.upper) if options.limits else (-none, none)

    def _stepper(self, options: Options) -> Stepper:
        code = self.code
        limits = self._limits(options)
        return Stepper(code.chain, code.step, code.wrap, *limits, self.redundant, options.threads)


def _candidates(stepper: Stepper, rows: PoseRows, q: Array, good: Mask) -> Candidates:
    """Each moved into the limits and measured; those that stay outside are no longer good, nor
    those that repeat others."""
    shape = q.shape[:2]
    spread = rows.repeat(shape[1])
    flat, *measures = stepper.wrapped(q.reshape(-1, q.shape[2]), spread.starts)
    _, *misses = stepper.evaluate(spread, flat)
    distance, beyond, position, angle = (x.reshape(shape) for x in (*measures, *misses))
    q, good = flat.reshape(q.shape), good & (beyond == 0)
    return Candidates(q, position, angle, distance, good & ~repeated(q, good))
