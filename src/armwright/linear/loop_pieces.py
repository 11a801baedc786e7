"""A loop near its operating point: how it flows, what its samples do, what shows."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import casadi as cs
import numpy as np

from armwright.arrays import Array
from armwright.block.declarations import Declared
from armwright.linear.assembling import Holding, accelerations, at_point, through
from armwright.linear.assumptions import Sticking
from armwright.linear.evaluation import Evaluated
from armwright.linear.expressions import (
    ACCELERATION,
    MODE,
    MULTIPLIERS,
    STATES,
    LinearDerivatives,
    mode_symbol,
    multiplier_symbol,
    neglected_forces,
    residual,
    sliding,
    state_rates,
    with_rates,
)
from armwright.linear.friction import held, modes_at
from armwright.linear.loop_point import LoopPoint, every_symbol, value_at
from armwright.linear.model import MechanicalMatrices
from armwright.linear.names import Chosen, Labels, element_units, labels
from armwright.linear.of_plant import law_state_labels, state_labels
from armwright.linear.tapping import PutIn
from armwright.multibody.derivatives import slope
from armwright.plant.signals import PlantSignals
from armwright.simulation.sampled import sampled_results
from armwright.system.layout import rates_of
from armwright.system.names import EXACT, OTHER, POSITION, VELOCITY
from armwright.system.system import System


@dataclass(frozen=True, eq=False)
class StatePart:
    """Some elements of the state w. `of_arm`: they are kept or left out together. `flows`: they
    change between ticks, and not only at samples."""

    name: str
    symbol: cs.SX
    labels: Labels
    flows: bool
    of_arm: bool = False

    @property
    def size(self) -> int:
        return len(self.labels.names)


@dataclass(frozen=True, eq=False)
class LoopPieces:
    """Matrices by (w, u), side by side: `flow` gives ẇ; `samples`, each with how many ticks lie
    between two of them, give (w, u) after them; `outputs` gives y."""

    parts: tuple[StatePart, ...]
    flow: Array
    samples: tuple[tuple[int, Array], ...]
    outputs: Array
    mechanical: MechanicalMatrices

    @property
    def size(self) -> int:
        return sum(part.size for part in self.parts)

    @property
    def places(self) -> dict[str, slice]:
        ends = np.cumsum([part.size for part in self.parts]).tolist()
        names = [part.name for part in self.parts]
        return {name: slice(a, b) for name, a, b in zip(names, [0, *ends], ends, strict=False)}


def pieces_of(
    system: System,
    plain: System,
    point: LoopPoint,
    put_in: Sequence[PutIn],
    taken: Sequence[Chosen],
    neglect: Collection[str],
    sticking: Sticking,
) -> LoopPieces:
    """`system` has the inputs put in, `plain` is the same without."""
    plant, n = system.plant, len(system.plant.coordinates)
    a, mode = cs.SX.sym(ACCELERATION, n), mode_symbol(plant)
    multipliers = multiplier_symbol(plant)
    parts = (*_of_arm(system), *_of_blocks(system), *_sampled(system))
    others = cs.vertcat(cs.SX(0, 1), *(part.symbol for part in parts[2:]))
    u = cs.vertcat(cs.SX(0, 1), *(one.symbol for one in put_in))
    rates = [system.wired(state_rates(plant)), *rates_of(system, a, (EXACT, OTHER)).values()]
    shown = PlantSignals(plant.accelerated(a))
    sums = [
        system.wired(residual(plant, a, multipliers)),
        cs.vertcat(cs.SX(0, 1), *rates),
        cs.vertcat(cs.SX(0, 1), *(_value(system, shown, one) for one in taken)),
        system.wired(neglected_forces(plant, a, neglect)),
    ]
    dry = system.wired(sliding(plant, mode))
    for symbol, value in ((plant.dry, dry), (system.change, system.step * a)):
        if symbol.shape[0]:
            sums = cs.substitute(sums, [symbol], [value])
    by = {
        POSITION: plant.x,
        VELOCITY: plant.v,
        STATES: others,
        ACCELERATION: a,
        "inputs": u,
    }
    force, rate, value, left_out = sums
    derivatives = LinearDerivatives(force, rate, value, by, left_out)
    given = {**every_symbol(system), ACCELERATION: a, MODE: mode, "inputs": u}
    given[MULTIPLIERS] = multipliers
    values = {**point.frame, MODE: modes_at(plant, point.point.velocity)}
    values["inputs"] = _values_of_inputs(plain, point, put_in)
    holding = held(plant, point.point.position, values[MODE], stuck=sticking == "held")
    shown_as = {"residual": derivatives.residual, **derivatives.matrices}
    numbers = at_point(Evaluated("loop", given, shown_as), values, holding)
    state = [POSITION, VELOCITY, STATES, "inputs"]
    fall = accelerations(numbers, state, holding)
    size = sum(part.size for part in parts)
    flow = np.zeros((size, size + u.shape[0]))
    flow[:n, n : 2 * n] = np.eye(n)
    flow[n : 2 * n] = fall
    flowing = through(numbers, "rates", state, fall)
    flow[2 * n : 2 * n + len(flowing)] = flowing
    pieces = LoopPieces(
        parts,
        flow,
        _samples(system, parts, u, given, values),
        through(numbers, "outputs", state, fall),
        MechanicalMatrices(
            numbers[f"residual by {ACCELERATION}"],
            numbers[f"residual by {VELOCITY}"],
            numbers[f"residual by {POSITION}"],
            tuple(one.name for one in plant.coordinates),
        ),
    )
    return pieces if holding is None else _reduced(pieces, holding, n)


def _value(system: System, shown: PlantSignals, one: Chosen) -> cs.SX:
    """What an output is before anything is put in there."""
    if one.signal in shown and not system.circuit.writes(one.signal):
        value = system.wired(shown[one.signal].value())
    else:
        value = system.circuit.untapped(one.signal)
    return value[list(one.places)]


def _values_of_inputs(plain: System, point: LoopPoint, put_in: Sequence[PutIn]) -> Array:
    """Zero where something is added; what is there where it is replaced."""
    found = [np.zeros(0)]
    for one in put_in:
        places = list(one.what.places)
        value = np.zeros(len(places))
        if one.cut:
            value = value_at(plain, point, plain.circuit.value(one.what.signal))[places]
        found.append(value)
    return np.concatenate(found)


def _of_arm(system: System) -> list[StatePart]:
    plant = system.plant
    every, n = state_labels(plant), len(plant.coordinates)
    found = [
        StatePart(POSITION, plant.x, every.at(range(n)), True, True),
        StatePart(VELOCITY, plant.v, every.at(range(n, 2 * n)), True, True),
    ]
    for k, part in enumerate(with_rates(plant)):
        found.append(StatePart(f"{STATES} {k}", part.state, law_state_labels(part), True, True))
    return found


def _of_blocks(system: System) -> list[StatePart]:
    return [
        _part(system, instance.place(name), instance.symbols[name], instance.block.declared[name])
        for linear in (True, False)
        for instance, name in system.states(linear=linear)
    ]


def _sampled(system: System) -> list[StatePart]:
    kept = [
        _part(
            system,
            instance.place(name),
            instance.symbols[name],
            instance.block.declared[name],
            flows=False,
        )
        for instance in system.sampled
        for name in instance.kept()
    ]
    for instance in system.sampled:
        for port, signal in system.circuit.outputs(instance).items():
            symbol, declared = system.circuit.held[signal], instance.block.declared[port]
            kept.append(_part(system, signal, symbol, declared, flows=False))
    return kept


def _part(
    system: System, name: str, symbol: cs.SX, declared: Declared, *, flows: bool = True
) -> StatePart:
    size = declared.size
    every = labels(system.plant, size)
    names = tuple(f"{name}[{label}]" if label else name for label in every)
    units = element_units(system.plant, declared.unit, size)
    return StatePart(name, symbol, Labels(names, units), flows)


def _samples(
    system: System,
    parts: Sequence[StatePart],
    u: cs.SX,
    given: dict[str, cs.SX],
    values: dict[str, Array],
) -> tuple[tuple[int, Array], ...]:
    """What each batch does to (w, u)."""
    everything = cs.vertcat(*(part.symbol for part in parts), u)
    ends = np.cumsum([part.size for part in parts]).tolist()
    places = {part.name: slice(a, b) for part, a, b in zip(parts, [0, *ends], ends, strict=False)}
    found = []
    for batch in system.batches:
        results = sampled_results(system, batch)
        slopes = {name: slope(value, everything) for name, value in results.items()}
        numbers = Evaluated("samples", given, slopes)(values)
        matrix = np.eye(everything.shape[0])
        for name, rows in numbers.items():
            matrix[places[name]] = rows
        found.append((batch.every, matrix))
    return tuple(found)


def _reduced(pieces: LoopPieces, holding: Holding, n: int) -> LoopPieces:
    """With the coordinates alone that are not held."""
    whole, count = pieces.flow.shape[1], len(holding.kept)
    rest = whole - 2 * n
    basis = np.zeros((whole, 2 * count + rest))
    basis[:n, :count], basis[n : 2 * n, count : 2 * count] = holding.basis, holding.basis
    basis[2 * n :, 2 * count :] = np.eye(rest)
    rows = [*holding.kept, *(n + k for k in holding.kept), *range(2 * n, whole)]
    states = rows[: len(rows) - (whole - pieces.size)]
    kept = list(holding.kept)
    first = [
        StatePart(part.name, part.symbol[kept], part.labels.at(kept), part.flows, part.of_arm)
        for part in pieces.parts[:2]
    ]
    return LoopPieces(
        (*first, *pieces.parts[2:]),
        pieces.flow[states] @ basis,
        tuple((every, matrix[rows] @ basis) for every, matrix in pieces.samples),
        pieces.outputs @ basis,
        pieces.mechanical.held(holding.basis, holding.kept),
    )
