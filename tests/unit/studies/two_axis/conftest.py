"""The runs of the study, cut short: they serve many tests."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest

from armwright import Run, Scenario
from armwright.studies.running import run_together
from armwright.studies.two_axis.runs import SourceOption, options, run_setups, setups

#: s: at rest until 0.5 s, a chirp from then on, a force from 1 s on.
DURATION = 1.3


@dataclass(frozen=True, eq=False)
class Setups:
    scenarios: dict[str, Scenario]
    runs: dict[str, Run]


@dataclass(frozen=True, eq=False)
class Options:
    options: dict[str, SourceOption]
    runs: dict[str, Run]


@pytest.fixture(scope="session")
def short() -> Setups:
    scenarios = {name: one.changed({"duration": DURATION}) for name, one in setups().items()}
    return Setups(scenarios, run_setups(scenarios, lambda what, done: None))


@pytest.fixture(scope="session")
def tried() -> Options:
    """Those that differ from the plain arm in numbers only, all run; the others not."""
    found = {
        name: replace(option, scenario=option.scenario.changed({"duration": DURATION}))
        for name, option in options(setups()["square-sim1"]).items()
    }
    alike = {name: option.scenario for name, option in found.items() if option.numbers_only}
    return Options(found, run_together(alike))
