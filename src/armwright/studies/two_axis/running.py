"""Running many scenarios, together where one machine code serves them all."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from armwright.scenario import Scenario
from armwright.signals import Run
from armwright.simulation import simulate_many
from armwright.studies.two_axis.options import Option
from armwright.studies.two_axis.setups import PATHS

#: Told before each piece what it is, and which part of the pieces is done.
Told = Callable[[str, float], None]


def run_setups(scenarios: Mapping[str, Scenario], told: Told) -> dict[str, Run]:
    """The 16 runs. Sim1, Sim3 and Sim4 of a path differ in numbers of the accelerometer only; in
    Sim2 the controller believes in another arm."""
    runs: dict[str, Run] = {}
    for k, path in enumerate(PATHS):
        told(f"{path}, Sim1 to Sim4", k / len(PATHS))
        alike = [f"{path}-{sim}" for sim in ("sim1", "sim3", "sim4")]
        runs |= run_together({name: scenarios[name] for name in alike})
        runs[f"{path}-sim2"] = scenarios[f"{path}-sim2"].simulate()
    return {name: runs[name] for name in scenarios}


def run_options(options: Mapping[str, Option], told: Told) -> dict[str, Run]:
    """Each of them once."""
    alike = {name: option.scenario for name, option in options.items() if option.numbers_only}
    told("options of sensors and disturbances", 0.0)
    runs = run_together(alike)
    others = [name for name in options if name not in alike]
    for k, name in enumerate(others, start=1):
        told(f"option: {options[name].words}", k / (len(others) + 1))
        runs[name] = options[name].scenario.simulate()
    return runs


def run_together(scenarios: Mapping[str, Scenario]) -> dict[str, Run]:
    """Runs of the same arm, reference and blocks, that differ in numbers."""
    data = simulate_many(list(scenarios.values()), {}).data
    return {
        name: Run(data.isel(run=k, drop=True).assign_attrs(scenario=scenario.name))
        for k, (name, scenario) in enumerate(scenarios.items())
    }
