"""Closed loops of the slow solver: put back onto their constraints at every tick."""

from __future__ import annotations

import numpy as np

from armwright.arrays import Array
from armwright.simulation.slow.ode import NoSolution, Ode
from armwright.system.names import DRIVE_NUMBERS, LINK_NUMBERS, POSITION, VELOCITY
from armwright.system.system import System


class SlowLoops:
    """Between ticks the integrator follows Ψ ẍ = γ, by which gaps open no faster than its tolerance
    lets them; at ticks they are closed."""

    def __init__(self, system: System, ode: Ode) -> None:
        self._system, self._places = system, ode.places
        free, numbers = system.free_numbers, system.numbers
        self._more = [free[name].vector(numbers) for name in (DRIVE_NUMBERS, LINK_NUMBERS)]

    def closed(self, before: Array, y: Array) -> Array:
        """y with closed loops; `before`: at the last tick."""
        loops = self._system.plant.loops
        if loops is None:
            return y
        y = y.copy()
        x, v = y[self._places[POSITION]], y[self._places[VELOCITY]]
        chosen = list(loops.structure.rows)
        residual, psi = (part[chosen] for part in loops.numbers.at(x, self._more)[:2])
        x = x - np.linalg.lstsq(psi, residual, rcond=None)[0]
        psi = loops.numbers.at(x, self._more)[1][chosen]
        old = loops.numbers.at(before[self._places[POSITION]], self._more)[1][chosen]
        # The same orientation, unless Ψ has lost its rank on the way.
        share = np.linalg.det(psi @ old.T) / np.linalg.det(old @ old.T)
        if not share > 0:
            raise NoSolution(
                f"a singular position of the loops {', '.join(map(repr, loops.names))} is passed, "
                "from which they may go on in several ways"
            )
        y[self._places[POSITION]] = x
        y[self._places[VELOCITY]] = v - np.linalg.lstsq(psi, psi @ v, rcond=None)[0]
        return y
