"""A slow, very accurate solver, to judge the integrators with fixed steps.

Between ticks it follows the system's own equations with CVODES, at a given tolerance, and begins
anew wherever they change: at ticks, where the velocity of a friction law changes its sign, and
where dry friction sticks or breaks away. These instants are found by root search, so that no step
goes across one of them. Other kinks and jumps between ticks, as of a continuous controller at its
limits, are left to the integrator's choice of steps.

Sampled blocks run as the very programs of the native loop; rates between ticks are CasADi's, and
bristles and dry friction have exact equations here in place of the integrators' steps.
"""

from armwright.simulation.slow.ode import NoSolution
from armwright.simulation.slow.solver import solve

__all__ = ["NoSolution", "solve"]
