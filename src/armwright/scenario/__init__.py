"""Scenarios: from a file, a name or Python, with values changed, to runs.

Read `scenario`, `file` and `schema` (from TOML), `changing` and `registry` (values by their paths),
`prepared` and `number_map` (values of many runs). Of sweeps: `designing` (from what is said about
values to a design), `designs`, `uniform`, `spreads`, `correlations` (which values the runs have),
and `sweeps` (runs into a folder).
"""

from armwright.scenario.designing import design_of, listed_values, runs_told
from armwright.scenario.designs import Design
from armwright.scenario.file import load_scenario, scenario_names
from armwright.scenario.prepared import Prepared
from armwright.scenario.scenario import Scenario
from armwright.scenario.spreads import Levels, Spread
from armwright.scenario.sweeps import open_sweep

__all__ = [
    "Design",
    "Levels",
    "Prepared",
    "Scenario",
    "Spread",
    "design_of",
    "listed_values",
    "load_scenario",
    "open_sweep",
    "runs_told",
    "scenario_names",
]
