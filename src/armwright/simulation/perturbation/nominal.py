"""The nominal motion: the reference of the joints, as one smooth function of time."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from armwright.arrays import Array
from armwright.compiler import Call, CompiledMarch, March, Play
from armwright.errors import InputError
from armwright.simulation.observation import observation
from armwright.simulation.sampled import sampled_call
from armwright.system.circuit import Instance
from armwright.system.layout import LAYOUT
from armwright.system.order import Batch
from armwright.system.system import System

#: Whole numbers.
Intervals = NDArray[np.intp]

#: A cell is at most so long, s: no arm turns far in it.
_CELL = 2e-3

_POSITION = "reference_joint_position"
_RATES = ("reference_joint_velocity", "reference_joint_acceleration")
#: The arm's state: what depends on it is no reference that could be known beforehand.
_STATE = tuple(slot.name for slot in LAYOUT if slot.of_arm)


@dataclass(frozen=True, eq=False)
class Nominal:
    """Joint positions as polynomials of fifth degree, one for each interval of `every` ticks, with
    the position, velocity and acceleration of the reference at both ends. An interval is a whole
    number of cells of `cell` ticks, during which the linearised arm is taken to stay as it is."""

    every: int
    cell: int
    tick: float
    #: (intervals, 6, joints), the constant first; their argument runs from 0 to 1
    coefficients: Array

    @property
    def intervals(self) -> int:
        return len(self.coefficients)

    @property
    def period(self) -> float:
        """How long an interval lasts, s."""
        return self.every * self.tick

    def interval(self, ticks: Array) -> Intervals:
        """The intervals in which the ticks lie; the last one holds its end, too."""
        return np.minimum(ticks // self.every, self.intervals - 1).astype(np.intp)

    def at_ticks(self, ticks: Array) -> tuple[Array, Array, Array]:
        """Position, velocity and acceleration at some ticks."""
        interval = self.interval(ticks)
        return self.at(interval, ticks / self.every - interval)

    def at(self, interval: Intervals, part: Array) -> tuple[Array, Array, Array]:
        """Position, velocity and acceleration at a `part` (0 to 1) of an interval."""
        powers = part[..., None] ** np.arange(6)
        found = []
        chosen, exponents = self.coefficients[interval], np.arange(6.0)
        for _ in range(3):
            found.append(np.einsum("...k,...kj->...j", powers[..., : chosen.shape[-2]], chosen))
            chosen = chosen[..., 1:, :] * exponents[1 : chosen.shape[-2], None] / self.period
        return found[0], found[1], found[2]


def nominal_motion(system: System, start: Mapping[str, Array], points: int) -> Nominal:
    """Along the reference of the system's joints; `start`: the first values of a run."""
    setup = system.setup
    if points < 2:
        raise InputError("points", where="method 'perturbation'", got=points, expected="2 or more")
    q, v, a, every = _sampled(system, start)
    length, cell = _lengths(setup.ticks / points, every, setup.tick)
    stride = length // every
    count = -(-(len(q) - 1) // stride)
    where = np.minimum(np.arange(count + 1) * stride, len(q) - 1)
    # The last interval may end after the run: there the motion goes on as it was.
    beyond = (count * stride - where[-1]) * every * setup.tick
    q, v, a = q[where], v[where], a[where]
    q[-1] += beyond * (v[-1] + 0.5 * beyond * a[-1])
    v[-1] += beyond * a[-1]
    coefficients = _quintic(q, v, a, length * setup.tick)
    return Nominal(length, cell, setup.tick, coefficients)


def _lengths(wanted: float, every: int, tick: float) -> tuple[int, int]:
    """Ticks of an interval, near to what is wanted, and of its cells; the reference is known at
    multiples of `every`."""
    cell = max(1, int(_CELL / tick * (1.0 + 1e-9)))
    unit = math.lcm(every, cell)
    if unit <= wanted:
        return round(wanted / unit) * unit, cell
    length = max(1, round(wanted / every)) * every
    return length, max(k for k in range(1, cell + 1) if length % k == 0)


def _quintic(q: Array, v: Array, a: Array, period: float) -> Array:
    v, a = v * period, a * period**2
    jump = q[1:] - q[:-1] - v[:-1] - 0.5 * a[:-1]
    slope = v[1:] - v[:-1] - a[:-1]
    bend = a[1:] - a[:-1]
    return np.stack(
        [
            q[:-1],
            v[:-1],
            0.5 * a[:-1],
            10.0 * jump - 4.0 * slope + 0.5 * bend,
            -15.0 * jump + 7.0 * slope - bend,
            6.0 * jump - 3.0 * slope + 0.5 * bend,
        ],
        axis=1,
    )


def _sampled(system: System, start: Mapping[str, Array]) -> tuple[Array, Array, Array, int]:
    """Reference positions, velocities and accelerations, and the ticks between them."""
    setup, circuit = system.setup, system.circuit
    where = f"scenario '{setup.name}', method 'perturbation'"
    if not circuit.exists(_POSITION):
        raise InputError(
            "there is no reference of the joints to take as the nominal motion",
            where=where,
            expected=f"a block that writes '{_POSITION}'",
            hint="Use the full method.",
        )
    names = [_POSITION, *(name for name in _RATES if circuit.exists(name))]
    instances = _writers(system, names)
    every = min((instance.every for instance in instances), default=1)
    calls: list[Call] = []
    for instance in instances:
        batch = Batch(instance.every, (instance,), (instance,))
        calls.append(sampled_call(system, batch, len(calls)))
    observe = observation(system, names)
    if observe is not None:
        calls.append(Call(observe, every))
    for call in calls:
        for port in call.program.inputs:
            if port.name in _STATE:
                raise InputError(
                    "the reference depends on the arm's motion, and is not known beforehand",
                    where=where,
                    got=f"'{port.name}' in '{call.program.name}'",
                    hint="Use the full method.",
                )
    rows = {name: table for name, table in system.tables.items() if _reads(calls, name)}
    plays = tuple(Play(name, table.shape[1], step) for name, (step, table) in rows.items())
    march = March("reference", tuple(calls), tuple(names), every, len(calls), plays)
    compiled = CompiledMarch(march, tables={name: table for name, (_, table) in rows.items()})
    first = {name: value for name, value in start.items() if name in march.sizes}
    found = compiled.advance(compiled.start(first), setup.ticks + 1)
    q = found[_POSITION][0]
    time: Array = np.arange(float(len(q))) * (every * setup.tick)
    v = found[_RATES[0]][0] if _RATES[0] in found else _slope(time, q)
    a = found[_RATES[1]][0] if _RATES[1] in found else _slope(time, v)
    return q, v, a, every


def _slope(time: Array, values: Array) -> Array:
    if len(time) < 2:
        return np.zeros_like(values)
    # It takes longer to import than all of this package, and full simulations do without.
    from scipy.interpolate import CubicSpline

    return np.asarray(CubicSpline(time, values)(time, 1), dtype=np.float64)


def _writers(system: System, names: list[str]) -> list[Instance]:
    """The sampled blocks that the signals come from, in the order in which they run."""
    circuit = system.circuit
    wanted: set[Instance] = set()
    new = {found for name in names for found in circuit.origins(name)}
    while new:
        wanted |= new
        new = {s for i in new for s in circuit.sources(i, [*i.results])} - wanted
    ordered = [instance for batch in system.batches for instance in batch.outputs]
    return [instance for instance in ordered if instance in wanted]


def _reads(calls: list[Call], name: str) -> bool:
    return any(port.name == name for call in calls for port in call.program.inputs)
