"""From what a user asks to rows for the solver, and back."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from armwright.arm.inverse.chain import Chain, chain_to
from armwright.arm.inverse.code import Code
from armwright.arm.inverse.explain import no_solution
from armwright.arm.inverse.solutions import Solutions
from armwright.arm.inverse.solver import Options, Solver
from armwright.arm.inverse.stepping import Rows
from armwright.arm.inverse.target import read_targets
from armwright.errors import InputError
from armwright.multibody.parameters import FreeParameters


class InverseKinematics:
    """Of all frames of an arm. Solvers are kept, with the code they have compiled."""

    def __init__(self, free: FreeParameters, lanes: int | None) -> None:
        moves_frames = any(name.startswith("joints.") for name in free.names)
        self._free = free if moves_frames else FreeParameters.choose(free.robot, ())
        self._lanes = lanes
        self._chains: dict[str, Chain] = {}
        self._solvers: dict[tuple[str, bool], Solver] = {}

    def __call__(
        self,
        pose: Any,
        start: Any,
        frame: str,
        *,
        position_only: bool | None,
        limits: bool,
        closest: bool,
        every: bool | None,
        starts: int,
        seed: int,
        parameters: ArrayLike,
        threads: int,
    ) -> Solutions:
        chain = self._chain(frame)
        used = parameters if self._free.names else np.zeros(0)
        given = read_targets(chain, pose, start, used, position_only)
        solver = self._solver(frame, given.position_only)
        rows = Rows(given.rows, given.starts, given.parameters if self._free.names else None)
        options = Options(
            limits,
            given.batch == () and not solver.redundant if every is None else every,
            _whole("starts", starts, 0),
            _whole("seed", seed, 0),
            _whole("threads", threads, 1),
        )
        found = solver.solve(rows, options)
        missing = np.flatnonzero(found.count == 0)
        if missing.size:
            found = found.with_rows(missing, solver.closest(rows.take(missing), options))
            missing = np.flatnonzero(found.count == 0)
        if missing.size and not closest:
            raise no_solution(solver, rows, found, options, missing, given.batch)
        return found.shaped(given.batch)

    def _chain(self, frame: str) -> Chain:
        if frame not in self._chains:
            self._chains[frame] = chain_to(self._free.robot, frame)
        return self._chains[frame]

    def _solver(self, frame: str, position_only: bool) -> Solver:
        key = (frame, position_only)
        if key not in self._solvers:
            self._solvers[key] = Solver(
                Code(self._chain(frame), self._free, position_only, self._lanes)
            )
        return self._solvers[key]


def _whole(name: str, value: Any, least: int) -> int:
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
    return number
