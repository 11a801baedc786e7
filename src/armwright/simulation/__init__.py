"""Running a system: integrators, the native loop, runs and sweeps."""

from armwright.simulation.engine import Diverged, Progress, simulate, simulate_many

__all__ = ["Diverged", "Progress", "simulate", "simulate_many"]
