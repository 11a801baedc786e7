"""The runs of the study."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from armwright.scenario import Scenario
from armwright.signals import Run
from armwright.studies.running import run_apart, run_together
from armwright.studies.two_axis.options import Option
from armwright.studies.two_axis.setups import PATHS

#: Told before each piece what it is, and which part of the pieces is done.
Told = Callable[[str, float], None]


def run_setups(scenarios: Mapping[str, Scenario], told: Told) -> dict[str, Run]:
    """The 16 runs. Sim1, Sim3 and Sim4 of a path differ in numbers of the accelerometer only; in
    Sim2 the controller believes in another arm."""
    runs: dict[str, Run] = {}
    for k, path in enumerate(PATHS):
        told(f"{path}, Sim1, Sim3 and Sim4", 0.6 * k / len(PATHS))
        alike = [f"{path}-{sim}" for sim in ("sim1", "sim3", "sim4")]
        runs |= run_together({name: scenarios[name] for name in alike})
    others = {name: scenarios[name] for name in scenarios if name not in runs}
    runs |= run_apart(others, lambda name, part: told(name, 0.6 + 0.4 * part))
    return {name: runs[name] for name in scenarios}


def run_options(options: Mapping[str, Option], told: Told) -> dict[str, Run]:
    """Each of them once."""
    alike = {name: option.scenario for name, option in options.items() if option.numbers_only}
    told("options of sensors and disturbances", 0.0)
    runs = run_together(alike)
    others = {name: option.scenario for name, option in options.items() if name not in alike}

    def tell(name: str, part: float) -> None:
        told(f"option: {options[name].words}", 0.1 + 0.9 * part)

    return runs | run_apart(others, tell)
