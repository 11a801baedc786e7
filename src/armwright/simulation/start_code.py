"""The first values of many runs at once, from machine code.

At rest, the unknowns u have to make the residual r vanish. Each run takes the steps u − P r(u),
where P is the inverse of the nominal run's Jacobian: that of a run whose numbers are near by is
nearly the same, so that some steps lead to the rounding error. Where even many do not, `Starter`
finds the values. What becomes of a run does not depend on those beside it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

import casadi as cs
import numpy as np
from numpy.typing import NDArray

from armwright.arrays import Array
from armwright.compiler import Call, CompiledMarch, March, NotFinite, Program
from armwright.simulation.instants import program
from armwright.simulation.start import Starter
from armwright.system.layout import frame_inputs
from armwright.system.names import BRISTLE, POSITION, RESTING, VELOCITY

#: How many steps the runs take, and what may be left of the residual then, in units of what each
#: equation is about: few steps for those that come down to the rounding error, and the others
#: begin again.
_STEPS = ((10, 1e-13), (60, 1e-10))
#: A program that runs at the first tick alone.
_ONCE = 1 << 40
_UNKNOWN, _INVERSE, _SCALE, _RESIDUAL = "unknown", "inverse", "scale", "residual"


class StartCode:
    """Made once, for runs that differ in their free numbers."""

    def __init__(self, starter: Starter) -> None:
        self._starter = starter
        free = starter.system.free_numbers.items()
        self._numbers = {name: one.symbol for name, one in free if one.symbol.shape[0]}
        closed = starter.system.plant.loops is not None
        self._rest = None if closed else starter.rest_inverse()

    def values(self, numbers: Mapping[str, Array], threads: int = 1) -> dict[str, Array]:
        """The vectors of the runs before their first tick, (runs, size) each; `numbers`: their free
        numbers, (runs, size) for each vector of them that has any element."""
        runs = len(next(iter(numbers.values())))
        left, found = np.arange(runs), dict[str, Array]()
        for steps, most in _STEPS if self._exists else ():
            own = {name: value[left] for name, value in numbers.items()}
            values, fine = self._settled(own, steps, most, threads)
            for name, part in values.items():
                found.setdefault(name, np.empty((runs, part.shape[1])))[left] = part
            left = left[~fine]
            if not left.size:
                return found
        for name, part in self._alone(numbers, left.tolist()).items():
            found.setdefault(name, np.empty((runs, part.shape[1])))[left] = part
        return found

    def _settled(
        self, numbers: Mapping[str, Array], steps: int, most: float, threads: int
    ) -> tuple[dict[str, Array], NDArray[np.bool_]]:
        """The vectors of the runs after so many steps, and for each whether they were enough: its
        residual is below `most`."""
        runs, nominal = len(next(iter(numbers.values()))), self._starter.nominal_numbers
        start = {name: value for name, value in numbers.items() if name in self._code.march.sizes}
        fine = np.ones(runs, dtype=bool)
        while True:
            frames = self._code.start({**start, **self._constants}, runs)
            try:
                for count in (steps, 1):
                    frames.steps = count
                    self._code.advance(frames, 1, threads)
                break
            except NotFinite as error:
                fine[error.run] = False
                start = {name: value.copy() for name, value in start.items()}
                for name, value in start.items():
                    value[error.run] = nominal[name]
        found = {name: frames.get(name) for name in self._names} | dict(numbers)
        if self._rest is not None:
            with np.errstate(over="ignore"):  # of runs that are going to be found alone
                fine &= np.linalg.norm(frames.get(_RESIDUAL), axis=1) < most
        return found, fine

    def _alone(self, numbers: Mapping[str, Array], runs: list[int]) -> dict[str, Array]:
        found = [
            self._starter.values({name: value[run] for name, value in numbers.items()})
            for run in runs
        ]
        return {name: np.stack([one[name] for one in found]) for name in found[0]}

    @property
    def _exists(self) -> bool:
        """With fewer independent equations than unknowns, which of many solutions is meant is
        not the code's to say; and loops are closed one run after the other."""
        if self._starter.system.plant.loops is not None:
            return False
        return self._rest is None or self._rest.inverse is not None

    @property
    def _constants(self) -> dict[str, Array]:
        if self._rest is None or self._rest.inverse is None:
            return {}
        return {_INVERSE: self._rest.inverse.ravel(), _SCALE: self._rest.scale}

    @cached_property
    def _names(self) -> list[str]:
        """Of the vectors that a run begins with, beside its numbers."""
        wanted = (POSITION, VELOCITY, BRISTLE, RESTING, *self._starter.declared)
        return [name for name in wanted if self._code.march.sizes.get(name)]

    @cached_property
    def _code(self) -> CompiledMarch:
        starter, system = self._starter, self._starter.system
        own = [free.symbol for free in system.free_numbers.values()]
        vectors = {**frame_inputs(system), **self._numbers}
        kept = {name: value for name, value in starter.declared.items() if value.size}
        position, velocity = starter.position.call(own)
        first = {POSITION: position, VELOCITY: velocity}
        there: dict[str, cs.SX] = {POSITION: system.plant.x, VELOCITY: system.plant.v}
        there |= {name: cs.SX(value) for name, value in kept.items()}
        steps: tuple[Program, ...] = ()
        last: dict[str, cs.SX] = {}
        if starter.residual is not None:
            u = cs.SX.sym(_UNKNOWN, sum(one.symbol.shape[0] for one in starter.unknowns))
            begun = {**there, POSITION: position}
            first[_UNKNOWN] = cs.vertcat(*(begun[one.place][one.part] for one in starter.unknowns))
            residual, _ = starter.residual.call([u, system.plant.x[starter.tight], *own])
            inverse = cs.SX.sym(_INVERSE, u.shape[0] * residual.shape[0])
            scale = cs.SX.sym(_SCALE, residual.shape[0])
            vectors |= {_UNKNOWN: u, _INVERSE: inverse, _SCALE: scale}
            # CasADi's order is by columns.
            step = cs.reshape(inverse, residual.shape[0], u.shape[0]).T @ residual
            steps = (program("settle", {_UNKNOWN: u - step}, vectors),)
            end = 0
            for one in starter.unknowns:
                there[one.place] = cs.SX(there[one.place])
                there[one.place][one.part] = u[end : end + one.symbol.shape[0]]
                end += one.symbol.shape[0]
            last[_RESIDUAL] = scale * residual
        given = [there.get(name, cs.SX(0, 1)) for name in starter.declared]
        bristle, speed = starter.friction.call([there[POSITION], there[VELOCITY], *given, *own])
        last |= {**there, BRISTLE: bristle, RESTING: speed == 0}
        begin = program("begin", {k: cs.densify(v) for k, v in first.items()}, vectors)
        finish = program("finish", {k: cs.densify(v) for k, v in last.items()}, vectors)
        calls = (Call(begin, _ONCE), Call(finish))
        return CompiledMarch(March(f"{system.setup.name} start", calls, steps=steps), pack=False)
