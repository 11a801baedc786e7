"""Running scenarios together that one machine code serves."""

from __future__ import annotations

from collections.abc import Mapping

from armwright.scenario import Scenario
from armwright.signals import Run
from armwright.simulation import simulate_many


def run_together(scenarios: Mapping[str, Scenario]) -> dict[str, Run]:
    """Runs of scenarios that differ in numbers only, by their names."""
    data = simulate_many(list(scenarios.values()), {}, threads=1).data
    return {
        name: Run(data.isel(run=k, drop=True).assign_attrs(case=name))
        for k, name in enumerate(scenarios)
    }
