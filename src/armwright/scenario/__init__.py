"""Scenarios: from a file, a name or Python, with values changed, to runs.

Read `scenario`, then `file` and `schema` (from TOML), `changing` (values by their paths),
`registry` (all numbers by their paths) and `spreads` (what sweeps draw).
"""

from armwright.scenario.file import load_scenario, scenario_names
from armwright.scenario.scenario import Scenario
from armwright.scenario.spreads import Spread

__all__ = ["Scenario", "Spread", "load_scenario", "scenario_names"]
