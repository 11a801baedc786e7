"""Scenarios: from a file, a name or Python, with values changed, to runs."""

from armwright.scenario.file import load_scenario, scenario_names
from armwright.scenario.scenario import Scenario
from armwright.scenario.spreads import Spread

__all__ = ["Scenario", "Spread", "load_scenario", "scenario_names"]
