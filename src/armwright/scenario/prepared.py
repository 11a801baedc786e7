"""A scenario as machine code that is ready to run, with some of its numbers left open."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from armwright.arrays import Array
from armwright.errors import InputError
from armwright.scenario.number_map import NumberMap
from armwright.scenario.registry import matching
from armwright.signals import Run
from armwright.simulation import Diverged, Figure, parsed_figures
from armwright.simulation.accuracy import accurate, settled
from armwright.simulation.divergence import Escape
from armwright.simulation.ensemble import Ensemble
from armwright.simulation.execution import ProgressCallback, execute
from armwright.simulation.loop import Loop
from armwright.simulation.recall import Ready, recalled
from armwright.simulation.results import Executed
from armwright.system import Setup


@dataclass(frozen=True, eq=False)
class Arrays:
    """What runs gave, (runs, …): `signals` by name, (runs, records, size), recorded at `time` (s),
    and `figures`, (runs, size). Of a run that diverged all is NaN, and `lost` says what happened to
    it. Without the dimension `run` if single values were given."""

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
        self._scenario = settled(scenario)
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
        own = {path: np.asarray(value, float)[None] for path, value in (values or {}).items()}
        runs = self.ensemble(own, np.array([self._scenario.seed if seed is None else seed]))
        return accurate(self._ready.loop, runs, progress).run

    def run(
        self,
        values: Mapping[str, Any] | None = None,
        *,
        seeds: Sequence[int] | NDArray[np.integer] | None = None,
        threads: int | None = None,
    ) -> Arrays:
        """Arrays in, arrays out: at each path one value, or one for each run. Seeds are those of a
        sweep, unless they are said. Diverged if a single run goes out of bounds."""
        given = {path: np.asarray(value, np.float64) for path, value in (values or {}).items()}
        single = all(self._single(path, value) for path, value in given.items()) and seeds is None
        if single:
            given = {path: value[None] for path, value in given.items()}
        counts = {len(value) for value in given.values()}
        counts |= set() if seeds is None else {len(seeds)}
        if len(counts) > 1:
            raise InputError(
                "not a value for every run",
                where="run",
                got=", ".join(f"{len(v)} at {p}" for p, v in given.items()),
                expected="as many at each path, and seeds",
            )
        count = counts.pop() if counts else 1
        first = self._scenario.seed
        own = first + np.arange(count) if seeds is None else np.asarray(seeds, dtype=np.int64)
        done = self.execute(given, own, threads=threads)
        if done.lost and count == 1:
            raise Diverged(next(iter(done.lost.values())), None)
        return _arrays(done, single=single)

    def _single(self, path: str, value: Array) -> bool:
        number = self._map.numbers.get(path)
        return value.ndim == 0 or (number is not None and number.value.size > 1 and value.ndim == 1)

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
        self._map.check(values, first)

    def ensemble(
        self,
        values: Mapping[str, Array],
        seeds: NDArray[np.integer],
        *,
        first: int = 0,
        threads: int = 1,
    ) -> Ensemble:
        """The runs, and where they begin."""
        unknown = [path for path in values if path not in self._map.numbers]
        if unknown:
            raise InputError(
                "not left open",
                where=unknown[0],
                expected="one of " + ", ".join(self.paths) if self.paths else "no path",
                hint=f"Say prepare(free=['{unknown[0]}']).",
            )
        every = {
            path: values[path] if path in values else np.tile(number.value, (len(seeds), 1))
            for path, number in self._map.numbers.items()
        }
        table = self._map(every) if every else {}
        return self._ready.opened.many(table, seeds, first=first, threads=threads)

    @property
    def loop(self) -> Loop:
        """The machine code."""
        return self._ready.loop


def _arrays(done: Executed, *, single: bool) -> Arrays:
    loop, records = done.loop, done.records
    time = np.arange(float(records.count)) * (loop.march.record_every * loop.system.setup.tick)
    signals = {name: records.rows(name) for name in loop.signals}
    figures = done.figures()
    for run in done.lost:
        for values in (*signals.values(), *figures.values()):
            values[run] = np.nan
    if single:
        signals = {name: value[0] for name, value in signals.items()}
        figures = {name: value[0] for name, value in figures.items()}
    return Arrays(time, signals, figures, done.lost)
