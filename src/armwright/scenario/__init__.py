"""Scenarios, from files or Python, to runs. Read `scenario`, `file` and `schema` (TOML), `changing`
and `registry` (values by path), `prepared` and `number_map` (values of many runs), `replay` (driven
by a log). Of sweeps: `designing` (what is said about values), `designs`, `uniform`, `spreads` and
`correlations` (which values runs have), and `sweeps` (runs into a folder).
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
