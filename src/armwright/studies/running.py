"""Running many scenarios: together where one machine code serves them all, else side by side."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor

from armwright.scenario import Scenario
from armwright.signals import Run
from armwright.simulation import simulate_many

#: Machine code is made outside of Python's lock, and more than two at a time gain little.
_WORKERS = min(2, os.cpu_count() or 1)


def run_together(scenarios: Mapping[str, Scenario]) -> dict[str, Run]:
    """Runs of scenarios that differ in numbers only, by their names."""
    data = simulate_many(list(scenarios.values()), {}).data
    return {
        name: Run(data.isel(run=k, drop=True).assign_attrs(scenario=scenario.name, case=name))
        for k, (name, scenario) in enumerate(scenarios.items())
    }


def run_apart(
    scenarios: Mapping[str, Scenario], told: Callable[[str, float], None]
) -> dict[str, Run]:
    """Runs of any scenarios; `told` hears of each when it is waited for."""
    with ThreadPoolExecutor(_WORKERS) as pool:
        futures = {name: pool.submit(one.simulate) for name, one in scenarios.items()}
        runs = {}
        for k, (name, future) in enumerate(futures.items()):
            told(name, k / len(futures))
            runs[name] = future.result()
        return runs
