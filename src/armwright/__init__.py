"""A workbench for robot arms: describe an arm, and get a model that predicts what it does."""

from importlib import import_module
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from armwright.arm import Arm, compile
from armwright.errors import ArmwrightError, InputError, NonFiniteError, UnsupportedOperation
from armwright.robot import (
    Drive,
    ElasticAxis,
    Frame,
    Inertia,
    Joint,
    Limits,
    Link,
    Mimic,
    Motor,
    Pose,
    Robot,
    library_names,
    load,
)

if TYPE_CHECKING:
    from armwright import equations, export
    from armwright.block.fidelity import Fidelity
    from armwright.plant import Environment, ExtraFriction, Plant
    from armwright.scenario import Scenario, Spread, load_scenario, scenario_names
    from armwright.signals import Run
    from armwright.simulation import Diverged, StepsTooLong
    from armwright.system import Integration, Recording, Start

__version__ = "0.1.0"

__all__ = [
    "Arm",
    "ArmwrightError",
    "Diverged",
    "Drive",
    "ElasticAxis",
    "Environment",
    "ExtraFriction",
    "Fidelity",
    "Frame",
    "Inertia",
    "InputError",
    "Integration",
    "Joint",
    "Limits",
    "Link",
    "Mimic",
    "Motor",
    "NonFiniteError",
    "Plant",
    "Pose",
    "Recording",
    "Robot",
    "Run",
    "Scenario",
    "Spread",
    "Start",
    "StepsTooLong",
    "UnsupportedOperation",
    "compile",
    "equations",
    "export",
    "library_names",
    "load",
    "load_scenario",
    "scenario_names",
]

#: Imported when first asked for: who wants an arm's dynamics need not wait for it.
_LATER = {
    "Diverged": "armwright.simulation",
    "Environment": "armwright.plant",
    "ExtraFriction": "armwright.plant",
    "Fidelity": "armwright.block.fidelity",
    "Integration": "armwright.system",
    "Plant": "armwright.plant",
    "Recording": "armwright.system",
    "Run": "armwright.signals",
    "Scenario": "armwright.scenario",
    "Spread": "armwright.scenario",
    "Start": "armwright.system",
    "StepsTooLong": "armwright.simulation",
    "load_scenario": "armwright.scenario",
    "scenario_names": "armwright.scenario",
}

_PACKAGES = ("equations", "export")


def __getattr__(name: str) -> Any:
    if name in _PACKAGES:
        return import_module(f"armwright.{name}")
    if name not in _LATER:
        raise AttributeError(f"module 'armwright' has no attribute '{name}'")
    from armwright.signals import plotting

    plotting.register(_plot_run)
    return getattr(import_module(_LATER[name]), name)


def _plot_run(run: "Run", directory: str | PathLike[str]) -> list[Path]:
    from armwright.report.runs import plot_run

    return plot_run(run, directory)
