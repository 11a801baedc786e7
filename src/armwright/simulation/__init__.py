"""Running a system: integrators, the native loop, runs and sweeps."""

from armwright.simulation.accuracy import StepsTooLong
from armwright.simulation.budget import check_memory, check_runs
from armwright.simulation.engine import POINTS, Method, simulate, simulate_many
from armwright.simulation.execution import Progress
from armwright.simulation.perturbation import TooFar
from armwright.simulation.trouble import Diverged

__all__ = [
    "POINTS",
    "Diverged",
    "Method",
    "Progress",
    "StepsTooLong",
    "TooFar",
    "check_memory",
    "check_runs",
    "simulate",
    "simulate_many",
]
