"""Runs of a system. Read `engine`, `recall` and `ensemble` (what is asked for), `loop` (the march
of a run), `midpoint`, `rk4`, `dynamics` and `instants` (its steps), `figures` and `expressions`
(what it is judged by), `accuracy` and `execution` (how it is run). `perturbation` linearises the
arm; `slow` is an accurate solver to judge the others by.
"""

from armwright.simulation.accuracy import StepsTooLong
from armwright.simulation.budget import check_runs
from armwright.simulation.divergence import Diverged
from armwright.simulation.engine import (
    POINTS,
    SimulationMethod,
    simulate,
    simulate_many,
    simulate_together,
)
from armwright.simulation.execution import ProgressCallback
from armwright.simulation.figures import Figure, parsed_figures
from armwright.simulation.perturbation import TooFar

__all__ = [
    "POINTS",
    "Diverged",
    "Figure",
    "ProgressCallback",
    "SimulationMethod",
    "StepsTooLong",
    "TooFar",
    "check_runs",
    "parsed_figures",
    "simulate",
    "simulate_many",
    "simulate_together",
]
