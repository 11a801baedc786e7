"""A slow, very accurate solver, to judge the integrators with fixed steps.

Between ticks it follows the system's own equations with CVODES, at a given tolerance, and stops
wherever they change: at ticks, where a friction law's velocity changes its sign, and where dry
friction sticks or breaks away.
"""

from armwright.simulation.reference.solver import solve
from armwright.simulation.reference.trouble import NoSolution

__all__ = ["NoSolution", "solve"]
