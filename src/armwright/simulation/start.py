"""The first values of a run: the arm where the reference begins, and at rest there if it can be.

At rest: springs, motors and trimmed states of controllers carry the arm's weight, so that nothing
moves and no command jumps. Found by Gauss and Newton's method on the system's own equations.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import casadi as cs
import numpy as np

from armwright.arrays import Array
from armwright.block.declarations import Memory, State, Table
from armwright.errors import InputError
from armwright.simulation.start_loops import closed_expressions, closed_start
from armwright.system.circuit import Instance
from armwright.system.layout import declared_starts, frame_inputs
from armwright.system.names import BRISTLE, EXACT, OTHER, POSITION, RESTING, VELOCITY
from armwright.system.system import System

_ITERATIONS = 30
#: A time after which friction does not change any more at a steady velocity, s.
_LONG = 1e6
#: Equations of rest whose singular values lie further apart count as dependent; so large may be
#: what is left of them.
_REGULAR = 1e-10
#: What is left of the equations of rest where rounding is in the way of less.
_NEARLY = 1e-9


@dataclass(frozen=True)
class Unknown:
    """Something whose first value is looked for: elements `part` of the vector `place`.

    `rate` must vanish; None if it may go on changing.
    """

    place: str
    part: slice | list[int]
    symbol: cs.SX
    rate: cs.SX | None


@dataclass(frozen=True, eq=False)
class RestInverse:
    """The equations of rest about the solution of the nominal run. `inverse`: of their Jacobian,
    None if they do not say what all of the unknowns are; `scale`: of each equation."""

    inverse: Array | None
    scale: Array


class Starter:
    """Finds first values; made once, for runs that differ in their free numbers. `position`,
    `residual` and `friction` are what it finds them with."""

    def __init__(self, system: System) -> None:
        self.system = system
        start, n = system.setup.start, system.plant.arrangement.joints
        self._velocity = _given(system, start.joint_velocity, "joint_velocity", n)
        self.position = self._position_function()
        self.declared = self._declared_values()
        self._loose = self._loose_coordinates()
        self.unknowns = self._find_unknowns() if start.at_rest and not self._velocity.any() else []
        self.residual = self._residual_function() if self.unknowns else None
        self.friction = self._friction_function()

    @property
    def nominal_numbers(self) -> dict[str, Array]:
        """The free numbers as the scenario has them, by the names of their vectors."""
        system = self.system
        return {name: free.vector(system.numbers) for name, free in system.free_numbers.items()}

    def values(self, own: Mapping[str, Array] | None = None) -> dict[str, Array]:
        """The vectors of a run before its first tick; `own`: its free numbers, if it has any."""
        numbers = self.nominal_numbers | dict(own or {})
        given = list(numbers.values())
        x, v = (np.array(part).ravel() for part in self.position(*map(cs.DM, given)))
        x, v = self._closed(x, v, numbers)
        values = {
            POSITION: x,
            VELOCITY: v,
            **{name: value.copy() for name, value in self.declared.items()},
            **numbers,
        }
        if self.residual is not None:
            self._settle(values, given)
            values[POSITION], values[VELOCITY] = self._closed(values[POSITION], v, numbers)
        kept = [values[name] for name in self.declared]
        there = (values[POSITION], values[VELOCITY], *kept, *given)
        bristle, speed = self.friction(*map(cs.DM, there))
        values[BRISTLE] = np.array(bristle).ravel()
        values[RESTING] = np.asarray(np.array(speed).ravel() == 0.0, dtype=np.float64)
        return {name: value for name, value in values.items() if value.size}

    def rest_inverse(self) -> RestInverse | None:
        """None if nothing has to settle."""
        if self.residual is None:
            return None
        values, own = self.values(), list(self.nominal_numbers.values())
        unknown = np.concatenate([values[u.place][u.part] for u in self.unknowns])
        arguments = [cs.DM(value) for value in (unknown, values[POSITION][self.tight], *own)]
        r, J = (np.array(part) for part in self.residual(*arguments))
        scale = _scale(J)
        singular = np.linalg.svd(J * scale[:, None], compute_uv=False)
        known = len(singular) == len(unknown) and singular[-1] > _REGULAR * singular[0]
        if not known or np.linalg.norm(r.ravel() * scale) > _REGULAR:
            return RestInverse(None, scale)
        return RestInverse(np.linalg.pinv(J * scale[:, None], rcond=0.0) * scale, scale)

    def first(self) -> dict[str, cs.SX]:
        """What a run begins with before anything settles, as expressions of the free numbers."""
        own = _own(self.system)
        position, velocity = self.position.call(own)
        if self.system.plant.loops is not None:
            near = self.values()[POSITION]
            position, velocity = closed_expressions(self.system, position, velocity, near)
        kept = [cs.SX(value) for value in self.declared.values()]
        bristle, speed = self.friction.call([position, velocity, *kept, *own])
        found = {
            POSITION: position,
            VELOCITY: velocity,
            BRISTLE: bristle,
            RESTING: speed == 0,
        }
        return {name: cs.densify(value) for name, value in found.items()}

    def rest(self) -> tuple[cs.SX, cs.SX] | None:
        """What must vanish at rest, and its derivatives by the unknowns, as expressions of the
        vectors of a run; None if nothing has to settle."""
        if self.residual is None:
            return None
        system = self.system
        unknown = cs.vertcat(*(u.symbol for u in self.unknowns))
        r, J = self.residual.call([unknown, system.plant.x[self.tight], *_own(system)])
        return cs.densify(r), cs.densify(J)

    def _closed(self, x: Array, v: Array, numbers: Mapping[str, Array]) -> tuple[Array, Array]:
        """With all loops closed, the coordinates that follow from others changed alone."""
        if self.system.plant.loops is None:
            return x, v
        return closed_start(self.system, x, v, numbers)

    def _position_function(self) -> cs.Function:
        """Coordinates and velocities at the beginning, from the free numbers: of the joints as they
        shall be, of their motors as the gears say, elastic axes straight."""
        system, plant = self.system, self.system.plant
        n, given = plant.arrangement.joints, system.setup.start.joint_position
        signal = "reference_joint_position"
        value = cs.SX(_given(system, given, "joint_position", n))
        if given is None and system.circuit.exists(signal):
            outputs = _at_once(system)
            reference = outputs.get(signal)
            if reference is None:
                reference = system.circuit.value(signal)
            symbols, numbers = _constants(system)
            symbols += [symbol for symbol, _ in _kept(system)]
            numbers += [cs.SX(value) for _, value in _kept(system)]
            reference = cs.substitute([reference], symbols, numbers)[0]
            if not cs.depends_on(reference, cs.vertcat(plant.x, plant.v)):
                value = reference
        everywhere = [plant.following(value), plant.following(cs.SX(self._velocity))]
        return cs.Function("position", _own(system), everywhere)

    def _declared_values(self) -> dict[str, Array]:
        system = self.system
        values = declared_starts(system)
        for instance in system.sampled:
            for name in instance.kept():
                declared = instance.block.declared[name]
                assert isinstance(declared, State | Memory)
                size = instance.symbols[name].shape[0]
                values[instance.place(name)] = np.full(size, declared.start)
        return values

    def _loose_coordinates(self) -> list[int]:
        """Elastic axes, and the motors, or else the joints, of flexible joints."""
        arrangement = self.system.plant.arrangement
        loose = arrangement.places("elastic", "passive", "dependent")
        if self.system.setup.start.exact == "motors":
            behind = [arrangement.main_joint(motor) for motor in arrangement.flexible]
            return sorted({*loose, *behind})
        return [*loose, *arrangement.places("rotor")]

    def _find_unknowns(self) -> list[Unknown]:
        """Elastic axes, motors behind springs, and all states and memories that are not fixed."""
        system = self.system
        plant, circuit, outputs = system.plant, system.circuit, _at_once(system)
        found: list[Unknown] = []
        if self._loose:
            found.append(Unknown(POSITION, self._loose, plant.x[self._loose], None))
        for linear, place in ((True, EXACT), (False, OTHER)):
            end = 0
            for instance, name in system.states(linear=linear):
                part = slice(end, end + instance.symbols[name].shape[0])
                end = part.stop
                found += _unknown(instance, name, place, part, circuit.result(instance, name))
        for instance in system.sampled:
            for name in instance.kept():
                change = circuit.result(instance, name, outputs)
                if name in instance.block.of(Memory):
                    change = change - instance.symbols[name]
                found += _unknown(instance, name, instance.place(name), slice(None), change)
        return found

    def _residual_function(self) -> cs.Function:
        """What must vanish at rest, of the unknowns, the joint positions and the free numbers."""
        system = self.system
        plant, circuit, outputs = system.plant, system.circuit, _at_once(system)
        rates = [u.rate for u in self.unknowns if u.rate is not None]
        loops = plant.loops
        gaps = [] if loops is None else [system.wired(loops.residual)]
        residual = cs.vertcat(system.acceleration, *gaps, *rates)
        held = list(circuit.held)
        if held:
            symbols = [circuit.held[signal] for signal in held]
            residual = cs.substitute([residual], symbols, [outputs[signal] for signal in held])[0]
        symbols, numbers = _constants(system)
        for symbol, value in self._fixed():
            symbols.append(symbol)
            numbers.append(cs.SX(value))
        symbols.append(plant.v)
        numbers.append(cs.SX.zeros(plant.v.shape[0]))
        residual = cs.substitute([residual], symbols, numbers)[0]
        unknown = cs.vertcat(*(u.symbol for u in self.unknowns))
        arguments = [unknown, plant.x[self.tight], *_own(system)]
        return cs.Function("rest", arguments, [residual, cs.jacobian(residual, unknown)])

    def _fixed(self) -> list[tuple[cs.SX, Array]]:
        """States and memories that keep their declared first value."""
        taken = {id(u.symbol) for u in self.unknowns}
        return [pair for pair in _kept(self.system) if id(pair[0]) not in taken]

    @property
    def tight(self) -> list[int]:
        """The coordinates that are where they shall be."""
        every = range(len(self.system.plant.coordinates))
        return [k for k in every if k not in self._loose]

    def _settle(self, values: dict[str, Array], own: list[Array]) -> None:
        """Changes `values` until nothing moves, or as little as can be."""
        known = values[POSITION][self.tight]
        guess = np.concatenate([values[u.place][u.part] for u in self.unknowns])
        best, best_size, promised = guess, np.inf, np.inf
        whole: Array | None = None
        step: Array = np.zeros(guess.size)
        for _ in range(_ITERATIONS):
            assert self.residual is not None
            arguments = [cs.DM(value) for value in (guess, known, *own)]
            r, J = (np.array(part) for part in self.residual(*arguments))
            scale = _scale(J)
            matrix, left = J * scale[:, None], r.ravel() * scale
            size = float(np.linalg.norm(left))
            if not size < best_size:
                if best_size < _NEARLY or promised > 0.5 * best_size:
                    break
                if whole is None:
                    whole = best
                step *= 0.5  # as where a spring stiffens, and a whole step goes too far
                guess = best - step
                continue
            best, best_size = guess, size
            step = np.array(np.linalg.lstsq(matrix, left, rcond=1e-12)[0])
            promised = float(np.linalg.norm(left - matrix @ step))
            guess = guess - step
        if whole is not None and not best_size < _NEARLY:
            best = whole  # there is no rest; shorter steps only lead elsewhere
        end = 0
        for u in self.unknowns:
            size_of_part = u.symbol.shape[0]
            values[u.place][u.part] = best[end : end + size_of_part]
            end += size_of_part

    def _friction_function(self) -> cs.Function:
        """What friction laws begin with, from the coordinates, their velocities, what blocks keep
        and the free numbers: bristles bent as after a long time at this velocity, and the
        velocities of the channels that can stick. A law may read a load or a temperature."""
        system, plant = self.system, self.system.plant
        speeds = [part.along(cs.vertsplit(plant.v)) for part in plant.elements]
        bent = [
            cs.substitute(part.stepped(part.after, speed, _LONG), part.state, 0.0 * part.state)
            for part, speed in zip(plant.elements, speeds, strict=True)
        ]
        dry = [s for part, s in zip(plant.elements, speeds, strict=True) if part.limits is not None]
        symbols, numbers = _constants(system)
        symbols.append(system.change)
        numbers.append(cs.SX.zeros(system.change.shape[0]))
        outputs = _at_once(system)
        held = [(symbol, outputs[name]) for name, symbol in system.circuit.held.items()]
        found = [system.wired(_stack(bent)), _stack(dry)]
        found = cs.substitute(found, [one for one, _ in held], [one for _, one in held])
        found = cs.substitute(found, symbols, numbers)
        arguments = [plant.x, plant.v, *self._kept_symbols(), *_own(system)]
        return cs.Function("friction", arguments, found)

    def _kept_symbols(self) -> list[cs.SX]:
        """Of the vectors in `declared`."""
        vectors = frame_inputs(self.system)
        return [vectors.get(name, cs.SX(0, 1)) for name in self.declared]


def _scale(J: Array) -> Array:
    """Each equation in units of what it is about."""
    norm = np.linalg.norm(J, axis=1)
    scale: Array = np.divide(1.0, norm, out=np.zeros_like(norm), where=norm > 0)
    return scale


def _stack(parts: list[cs.SX]) -> cs.SX:
    return cs.vertcat(*parts) if parts else cs.SX(0, 1)


def _unknown(instance: Instance, name: str, place: str, part: slice, rate: cs.SX) -> list[Unknown]:
    declared = instance.block.declared[name]
    assert isinstance(declared, State | Memory)
    if declared.fixed:
        return []
    symbol = instance.symbols[name]
    return [Unknown(place, part, symbol, None if declared.trimmed else rate)]


def _given(system: System, value: tuple[float, ...] | None, what: str, n: int) -> Array:
    array = np.zeros(n) if value is None else np.array(value, dtype=np.float64)
    if not np.isfinite(array).all():
        raise InputError(
            f"start.{what} is not finite", where=f"scenario '{system.setup.name}'", got=value
        )
    if array.shape != (n,):
        raise InputError(
            f"start.{what} has the wrong length",
            where=f"scenario '{system.setup.name}'",
            got=array.size,
            expected=f"{n}, one for each moving joint",
        )
    return array


def _kept(system: System) -> list[tuple[cs.SX, Array]]:
    """All states and memories of blocks, and what they declare to begin with."""
    every = [*system.states(linear=True), *system.states(linear=False)]
    every += [(instance, name) for instance in system.sampled for name in instance.kept()]
    found = []
    for instance, name in every:
        symbol, declared = instance.symbols[name], instance.block.declared[name]
        assert isinstance(declared, State | Memory)
        found.append((symbol, np.full(symbol.shape[0], declared.start)))
    return found


def _own(system: System) -> list[cs.SX]:
    return [free.symbol for free in system.free_numbers.values()]


def _at_once(system: System) -> dict[str, cs.SX]:
    """All outputs of sampled blocks at the first tick, as expressions of what is kept."""
    found: dict[str, cs.SX] = {}
    for batch in system.batches:
        for instance in batch.outputs:
            for port, signal in system.circuit.outputs(instance).items():
                found[signal] = system.circuit.result(instance, port, found)
    return found


def _constants(system: System) -> tuple[list[cs.SX], list[cs.SX]]:
    """Symbols that are known before anything is solved: time, tick, tables."""
    pairs: list[tuple[cs.SX, Array]] = [
        (system.time, np.zeros(1)),
        (system.tick, np.zeros(1)),
        (system.plant.bristles, np.zeros(system.plant.bristles.shape[0])),
        (system.plant.dry, np.zeros(system.plant.dry.shape[0])),
    ]
    for instance in system.sampled:
        # At rest is what it is without noise.
        pairs += [(symbol, np.zeros(symbol.shape[0])) for symbol, _ in instance.noises]
        for name in instance.block.of(Table):
            pairs.append((instance.symbols[name], system.tables[instance.place(name)][1][0]))
    pairs = [(symbol, value) for symbol, value in pairs if symbol.shape[0]]
    return [symbol for symbol, _ in pairs], [cs.SX(value) for _, value in pairs]
