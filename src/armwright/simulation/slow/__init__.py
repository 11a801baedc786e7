"""A slow, very accurate solver, to judge the integrators with fixed steps. Read `solver` (from tick
to tick), `ode` (between ticks, with CVODES), and the files about friction that sticks and slides.
"""

from armwright.simulation.slow.ode import NoSolution
from armwright.simulation.slow.solver import solve

__all__ = ["NoSolution", "solve"]
