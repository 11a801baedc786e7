"""Scenarios, from files or Python, to runs. Read `scenario`, `library_files`, `file` and `schema`
(TOML), `changing` and `registry` (values by path), `prepared` and `number_map` (values of many
runs), `replay` (driven by a log), `repeating`. Of sweeps: `designing` (what is said of values),
`designs`, `uniform`, `spreads` and `correlations` (which values runs have), `sweeps` (to a folder).
"""

from typing import TYPE_CHECKING

from armwright.later import imported_later

if TYPE_CHECKING:
    from armwright.scenario.designing import design_of, listed_values, runs_told
    from armwright.scenario.designs import Design
    from armwright.scenario.file import load_scenario
    from armwright.scenario.library_files import scenario_names
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

__getattr__ = imported_later(
    __name__,
    {
        "Design": "armwright.scenario.designs",
        "Levels": "armwright.scenario.spreads",
        "Prepared": "armwright.scenario.prepared",
        "Scenario": "armwright.scenario.scenario",
        "Spread": "armwright.scenario.spreads",
        "design_of": "armwright.scenario.designing",
        "listed_values": "armwright.scenario.designing",
        "load_scenario": "armwright.scenario.file",
        "open_sweep": "armwright.scenario.sweeps",
        "runs_told": "armwright.scenario.designing",
        "scenario_names": "armwright.scenario.library_files",
    },
)
