"""Scenarios: from a file, a name or Python, with values changed, to runs.

Read `scenario`, then `file` and `schema` (from TOML), `changing` (values by their paths),
`registry` (all numbers by their paths). Of sweeps: `designing` (from what is said about values to a
design), `designs` (which values the runs have), `uniform` (what they are drawn by), `spreads` (how
one value differs) and `correlations` (values that are drawn together).
"""

from armwright.scenario.designing import design_of, listed_values, runs_told
from armwright.scenario.designs import Design
from armwright.scenario.file import load_scenario, scenario_names
from armwright.scenario.scenario import Scenario
from armwright.scenario.spreads import Levels, Spread

__all__ = [
    "Design",
    "Levels",
    "Scenario",
    "Spread",
    "design_of",
    "listed_values",
    "load_scenario",
    "runs_told",
    "scenario_names",
]
