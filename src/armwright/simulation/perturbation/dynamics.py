"""The linearised arm inside a step: products with prepared matrices instead of equations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import casadi as cs
import numpy as np

from armwright.arrays import Array
from armwright.compiler import Call
from armwright.multibody.rows import Row, dense
from armwright.multibody.spatial import Scalar, plus, times
from armwright.plant.law import Element
from armwright.simulation.dynamics import BETA, Pull, StepMatrix, column, full_pull
from armwright.simulation.instants import Instant, at_instant, bristle_step, program
from armwright.simulation.perturbation.nominal import Nominal
from armwright.simulation.perturbation.tables import RowLayout
from armwright.system.layout import frame_inputs
from armwright.system.system import System

#: The vectors of a run that hold the row of the interval, and what is made of it for a cell.
TABLE, INVERSE, BIAS, LEAD = "linearised arm", "inverse inertia", "linear bias", "law leads"
#: Deflections at which a spring's stiffness is looked up, rad (or m): in its play, and outside.
_DEFLECTIONS = (0.0, 1e-4, -1e-4, 1e-2, -1e-2)


@dataclass(frozen=True)
class _Inverse:
    """A matrix whose inverse is known."""

    inverse: cs.SX

    def solve(self, b: Sequence[Scalar]) -> list[Scalar]:
        size, found = len(b), []
        for i in range(size):
            total: Scalar = 0.0
            for j in range(size):
                total = plus(total, times(self.inverse[i, j], b[j]))
            found.append(total)
        return found


@dataclass(frozen=True, eq=False)
class LinearDynamics:
    """The linearised arm, held for a cell of some ticks: its matrices and its bias are those of the
    middle of the cell, up to which the motion goes on as it does at the beginning.

    The laws of joints enter the matrix with `stiffening`, numbers that do not change; what a law
    differs from its number acts on the change of velocity of the step before.
    """

    system: System
    nominal: Nominal
    stiffening: dict[int, Array]

    @property
    def layout(self) -> RowLayout:
        plant = self.system.plant
        size = len(plant.coordinates)
        return RowLayout(size, size - len(plant.arrangement.flexible))

    @cached_property
    def _inverse(self) -> cs.SX:
        return cs.SX.sym(INVERSE, self.layout.coordinates**2)

    @cached_property
    def _bias(self) -> cs.SX:
        return cs.SX.sym(BIAS, self.layout.coordinates)

    @cached_property
    def _lead(self) -> cs.SX:
        return cs.SX.sym(LEAD, sum(map(len, self.stiffening.values())))

    def vectors(self) -> dict[str, cs.SX]:
        """What the steps of a cell read."""
        return {INVERSE: self._inverse, BIAS: self._bias, LEAD: self._lead}

    def cell(self) -> Call:
        """Takes the numbers of the interval to those of the cell."""
        system, nominal = self.system, self.nominal
        setup, plant, n = system.setup, system.plant, self.layout.axes
        row = cs.SX.sym(TABLE, self.layout.size)
        half = 0.5 * nominal.cell * setup.tick
        v = plant.v + system.change * (half / setup.step)
        x = plant.x + half * plant.v
        interval = cs.fmin(cs.floor((system.tick + 0.5) / nominal.every), nominal.intervals - 1)
        part = (system.tick + 0.5 * nominal.cell) / nominal.every - interval
        inverse, damping, stiffness, bias = self.layout.unpacked(row, part)
        by_motion = cs.mtimes(damping, v[:n]) + cs.mtimes(stiffness, x[:n])
        outputs = {
            INVERSE: cs.vec(inverse),
            BIAS: cs.vertcat(bias[:n] + by_motion, bias[n:]),
            LEAD: self._leads(),
        }
        vectors = {**frame_inputs(system), TABLE: row}
        return Call(program("linearised arm", outputs, vectors), nominal.cell)

    def bias(self, middle: Instant) -> cs.SX:
        return self._bias

    def applied(self, middle: Instant) -> cs.SX:
        system = self.system
        return at_instant(self.system, [system.applied(without=system.conservative())], middle)[0]

    def matrix(self, middle: Instant, pulls: Sequence[Pull]) -> StepMatrix:
        size = self.layout.coordinates
        return _Inverse(cs.reshape(self._inverse, size, size))

    def pull(self, part: Element, x_mid: cs.SX, h: cs.SX | float, beta: float) -> Pull:
        system = self.system
        d, rate = part.along(cs.vertsplit(x_mid)), part.along(cs.vertsplit(system.plant.v))
        bristle = bristle_step(system, part, h)
        torque = system.wired(part.at([part.torque], d, rate, bristle)[0])
        number = [other is part for other in system.plant.elements].index(True)
        first = sum(len(self.stiffening[k]) for k in range(number))
        lead = self._lead[first : first + part.size]
        return Pull(part, bristle, torque, cs.SX(self.stiffening[number]), lead)

    def _leads(self) -> cs.SX:
        """For every channel what the numbers in the matrix have too much of the law's own."""
        setup, plant = self.system.setup, self.system.plant
        h, beta = setup.step, BETA[setup.integration.method]
        found = []
        for number, part in enumerate(plant.elements):
            pull = full_pull(self.system, part, plant.x + 0.5 * h * plant.v, h, beta)
            found.append(2.0 * (cs.SX(self.stiffening[number]) - pull.stiffening) + pull.lead)
        return column(found)


def fixed_stiffening(system: System, h: float, beta: float) -> dict[int, Array]:
    """For the channels of every law the most that it adds to the matrix at rest."""
    return {
        number: _at_rest(system, part, h, beta) for number, part in enumerate(system.plant.elements)
    }


def _at_rest(system: System, part: Element, h: float, beta: float) -> Array:
    plant = system.plant
    x = cs.SX.sym("x", len(plant.coordinates))
    amount = full_pull(system, part, x, h, beta).stiffening
    known = [x, plant.v, plant.bristles, plant.values.symbol]
    function = cs.Function("stiffening", known, [amount], {"allow_free": True})
    if function.get_free():
        return np.zeros(part.size)  # it follows a signal, and is no number
    numbers = plant.values.vector(plant.numbers)
    rows = np.array([_row(row, len(plant.coordinates)) for row in part.rows])
    found = [np.zeros(part.size)]
    for deflection in _DEFLECTIONS:
        where = np.linalg.lstsq(rows, np.full(part.size, deflection), rcond=None)[0]
        still = (np.zeros(symbol.shape[0]) for symbol in known[1:3])
        value = np.asarray(function(where, *still, numbers), dtype=np.float64).ravel()
        found.append(np.where(np.isfinite(value), value, 0.0))
    return np.asarray(np.max(found, axis=0), dtype=np.float64)


def cross_at_rest(
    system: System, part: Element, h: float, beta: float
) -> dict[tuple[int, int], float]:
    """What coupled springs add between their channels, for the nominal numbers."""
    plant = system.plant
    numbers = cs.SX(plant.values.vector(plant.numbers))
    found = full_pull(system, part, plant.x, h, beta).cross
    return {
        pair: float(cs.evalf(cs.substitute(cs.SX(amount), plant.values.symbol, numbers)))
        for pair, amount in found.items()
    }


def matrix_of(system: System, stiffening: dict[int, Array], h: float, beta: float) -> Array:
    """Σ κ g gᵀ over all channels, Gᵀ κ G of those that are coupled."""
    size = len(system.plant.coordinates)
    total = np.zeros((size, size))
    for number, part in enumerate(system.plant.elements):
        for row, amount in zip(part.rows, stiffening[number], strict=True):
            direction = _row(row, size)
            total += amount * np.outer(direction, direction)
        for (i, j), between in cross_at_rest(system, part, h, beta).items():
            product = between * np.outer(_row(part.rows[i], size), _row(part.rows[j], size))
            total += product + product.T
    return total


def _row(row: Row, size: int) -> Array:
    return np.array([float(value) for value in dense(row, size)])
