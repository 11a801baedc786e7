"""Running many scenarios, together where one machine code serves them all, else side by side; and
what is told of a study's work meanwhile."""

from __future__ import annotations

import os
import time as clock
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

from armwright.progress import Tell
from armwright.scenario import Scenario
from armwright.signals import Run
from armwright.simulation import simulate_together

#: Machine code is made outside of Python's lock, and more than two at a time gain little.
_WORKERS = min(2, os.cpu_count() or 1)


def run_together(scenarios: Mapping[str, Scenario]) -> dict[str, Run]:
    """Runs of scenarios that differ in numbers only, by their names."""
    data = simulate_together(list(scenarios.values())).data
    return {
        name: Run(data.isel(run=k, drop=True).assign_attrs(scenario=scenario.name, case=name))
        for k, (name, scenario) in enumerate(scenarios.items())
    }


def run_apart(scenarios: Mapping[str, Scenario], tell: Tell) -> dict[str, Run]:
    """Runs of any scenarios; `tell` hears of each, by its name, when it is waited for."""
    with ThreadPoolExecutor(_WORKERS) as pool:
        futures = {name: pool.submit(one.simulate) for name, one in scenarios.items()}
        runs = {}
        for k, (name, future) in enumerate(futures.items()):
            tell(name, k / len(futures))
            runs[name] = Run(future.result().data.assign_attrs(case=name))
        return runs


class Pieces:
    """The pieces of a study's work. `seconds`: what each took, by its name."""

    def __init__(self, tell: Tell) -> None:
        self._tell = tell
        self.seconds: dict[str, float] = {}

    @contextmanager
    def piece(self, name: str, begin: float, end: float) -> Iterator[Tell]:
        """From `begin` to `end` of the whole; gives what tells of its own parts."""

        def told(what: str, done: float) -> None:
            self._tell(what, begin + done * (end - begin))

        told(name, 0.0)
        with self.timed(name):
            yield told

    @contextmanager
    def timed(self, name: str) -> Iterator[None]:
        since = clock.perf_counter()
        yield
        self.seconds[name] = clock.perf_counter() - since
