"""A scenario as machine code that is ready to run, with some of its numbers left open."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from armwright.arrays import Array
from armwright.errors import InputError, shown
from armwright.scenario.number_map import NumberMap
from armwright.scenario.registry import matching, one_name
from armwright.signals import Run
from armwright.simulation import Figure, parsed_figures
from armwright.simulation.accuracy import accurate, settled
from armwright.simulation.budget import check_records
from armwright.simulation.divergence import Escape
from armwright.simulation.ensemble import Ensemble
from armwright.simulation.execution import ProgressCallback, execute
from armwright.simulation.holding import settled_hold
from armwright.simulation.loop import Loop
from armwright.simulation.recall import Ready, recalled
from armwright.simulation.results import Executed
from armwright.system import MOST_SEED, Setup

#: The attribute of a run that says, as JSON, which paths were left open and what was given there.
PREPARED = "prepared"


@dataclass(frozen=True, eq=False)
class Arrays:
    """What runs gave, (runs, …): `signals` by name, (runs, records, size), recorded at `time` (s),
    and `figures`, (runs, size). Of a run that diverged all is NaN, and `lost` says what happened to
    it, by its number. Without the dimension of the runs if single values were given."""

    time: Array
    signals: Mapping[str, Array]
    figures: Mapping[str, Array]
    lost: Mapping[int, Escape]

    def __getitem__(self, name: str) -> Array:
        """A figure, or else a signal."""
        for found in (self.figures, self.signals):
            if name in found:
                return found[name]
        expected = "one of " + ", ".join([*self.figures, *self.signals])
        raise InputError("nothing of that name", where="run", got=repr(name), expected=expected)


class Prepared:
    """Made by `Scenario.prepare`. `paths`: those of the numbers that were left open."""

    def __init__(
        self,
        scenario: Setup,
        free: Sequence[str] = (),
        figures: Sequence[Figure | str] = (),
        *,
        record: bool = True,
    ) -> None:
        self._scenario = settled_hold(settled(scenario))
        self.paths = tuple(matching(scenario, free))
        self._map = NumberMap(scenario, self.paths)
        wanted = parsed_figures(figures)
        self._ready: Ready = recalled(self._scenario, self._map.keys, wanted, record=record)

    @cached_property
    def nominal(self) -> dict[str, Any]:
        """The values that the scenario has at the paths."""
        return {
            path: float(one.value[0]) if one.value.size == 1 else one.value.tolist()
            for path, one in self._map.numbers.items()
        }

    @cached_property
    def step_error(self) -> float:
        """How far the length of the steps puts joints off by the end of the nominal run, about, rad
        (or m); above `integration.tolerance` one is warned. `run` does not look at it again."""
        runs = self.ensemble({}, np.array([self._scenario.seed]))
        return float(accurate(self._ready.loop, runs).step_error or 0.0)

    def simulate(
        self,
        values: Mapping[str, Any] | None = None,
        *,
        seed: int | None = None,
        progress: ProgressCallback | None = None,
    ) -> Run:
        """One run with some values in place of the nominal ones."""
        own = {path: array[None] for path, array in self._given(values).items()}
        runs = self.ensemble(own, self._seeds(None if seed is None else [seed], 1))
        run = accurate(self._ready.loop, runs, progress).run
        if not self.paths:
            return run
        given = {path: array[0].tolist() for path, array in own.items()}
        told = json.dumps({"open": self.paths, "values": given})
        return run.with_data(run.data.assign_attrs({PREPARED: told}))

    def run(
        self,
        values: Mapping[str, Any] | None = None,
        *,
        seeds: Sequence[int] | NDArray[np.integer] | None = None,
        threads: int | None = None,
    ) -> Arrays:
        """Arrays in, arrays out: at each path one value for all runs, or one for each. Where a path
        has several numbers, a list is one value. Seeds are those of a sweep, unless they are said.
        Diverged if no run stays within bounds."""
        given = self._given(values)
        alike = {path: array for path, array in given.items() if self._single(path, array)}
        lengths = {path: len(array) for path, array in given.items() if path not in alike}
        lengths |= {} if seeds is None else {"seeds": len(seeds)}
        if len(set(lengths.values())) > 1:
            raise InputError(
                "not a value for every run",
                where="run",
                got=", ".join(f"{length} at {path}" for path, length in lengths.items()),
                expected="as many at each path, and as many seeds",
            )
        count = next(iter(lengths.values()), 1)
        if not count:
            raise InputError("no runs", where="run", got="0 values", expected="1 or more")
        given |= {path: np.stack([array] * count) for path, array in alike.items()}
        if count > 1:  # for one it was looked at when the code was made
            check_records(self._ready.loop, count)
        done = self.execute(given, self._seeds(seeds, count), threads=threads)
        return _arrays(done, single=not lengths)

    def _given(self, values: Mapping[str, Any] | None) -> dict[str, Array]:
        """By the paths that were left open."""
        found: dict[str, Array] = {}
        for path, value in (values or {}).items():
            name = self._open(path)
            try:
                found[name] = np.asarray(value, dtype=np.float64)
            except (TypeError, ValueError):
                expected = "a number, or one for each run"
                raise InputError(
                    "not a number", where=path, got=shown(value), expected=expected
                ) from None
        return found

    def _open(self, path: str) -> str:
        """The one name of a number that was left open."""
        name = path if path in self._map.numbers else one_name(self._scenario, path)
        if name not in self._map.numbers:
            raise InputError(
                "this number was not left open",
                where=path,
                expected="one of " + ", ".join(self.paths) if self.paths else "no path",
                hint=f"Say prepare(free=['{path}']).",
            )
        return name

    def _single(self, path: str, value: Array) -> bool:
        return value.ndim == 0 or (value.ndim == 1 and self._map.numbers[path].value.size > 1)

    def _seeds(
        self, seeds: Sequence[int] | NDArray[np.integer] | None, count: int
    ) -> NDArray[np.integer]:
        own = self._scenario.seed + np.arange(count) if seeds is None else np.asarray(seeds)
        whole = own.ndim == 1 and own.dtype.kind in "iu"
        if not whole or own.min() < 0 or own.max() >= MOST_SEED:
            expected = f"whole numbers from 0, below {MOST_SEED}"
            raise InputError("seeds of the runs", where="run", got=shown(seeds), expected=expected)
        return own

    def execute(
        self,
        values: Mapping[str, Array],
        seeds: NDArray[np.integer],
        *,
        threads: int | None = None,
        guarded: bool = False,
        first: int = 0,
        progress: ProgressCallback | None = None,
    ) -> Executed:
        """Runs with values (runs,) or (runs, size) at some of the paths; `guarded`: the length of
        the steps is looked at. `first`: the number of the first run."""
        wanted = threads or os.cpu_count() or 1
        runs = self.ensemble(values, seeds, first=first, threads=wanted)
        return execute(self._ready.loop, runs, progress, wanted, guarded=guarded)

    def check(self, values: Mapping[str, Array], first: int = 0) -> None:
        """Refuses values (runs,) at all of the paths that `execute` would refuse; `first`: the
        number of the first run."""
        self._map.check({self._open(path): value for path, value in values.items()}, first)

    def ensemble(
        self,
        values: Mapping[str, Array],
        seeds: NDArray[np.integer],
        *,
        first: int = 0,
        threads: int = 1,
    ) -> Ensemble:
        """The runs, and where they begin."""
        own = {self._open(path): value for path, value in values.items()}
        every = {
            path: own[path] if path in own else np.tile(number.value, (len(seeds), 1))
            for path, number in self._map.numbers.items()
        }
        table = self._map(every) if every else {}
        return self._ready.opened.many(self._scenario, table, seeds, first=first, threads=threads)

    @property
    def loop(self) -> Loop:
        """The machine code."""
        return self._ready.loop


def _arrays(done: Executed, *, single: bool) -> Arrays:
    loop, records = done.loop, done.records
    count = records.count if loop.march.record else 0
    time = np.arange(float(count)) * (loop.march.record_every * loop.system.setup.tick)
    signals = {name: records.rows(name) for name in loop.signals}
    figures = done.figures()
    for run in done.lost:
        for values in (*signals.values(), *figures.values()):
            values[run] = np.nan
    if single:
        signals = {name: value[0] for name, value in signals.items()}
        figures = {name: value[0] for name, value in figures.items()}
    return Arrays(time, signals, figures, done.lost)
