"""Runs for tests, and what their errors tell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from armwright import Scenario, load_scenario
from armwright.simulation import simulate_together

Array = np.ndarray


def signals(scenario: Scenario | str, changes: Mapping[str, Any] | None = None) -> dict[str, Array]:
    """What a run records, by name, and its time; a scenario of the library goes by its name."""
    chosen = load_scenario(scenario) if isinstance(scenario, str) else scenario
    data = chosen.changed(changes or {}).simulate().data
    return {str(name): variable.values for name, variable in data.variables.items()}


def signals_of_many(scenarios: Sequence[Scenario]) -> dict[str, Array]:
    """The same of scenarios that differ in numbers only: (runs, records, size)."""
    data = simulate_together(scenarios, threads=1).data
    return {str(name): variable.values for name, variable in data.variables.items()}


def orders(errors: Sequence[float]) -> Array:
    """Of convergence, from errors for steps that are halved each time."""
    return np.log2(np.array(errors[:-1]) / np.array(errors[1:]))


def energy(run: Mapping[str, Array]) -> Array:
    return run["kinetic_energy"] + run["potential_energy"]
