"""The first values of a run: the arm where the reference begins, and at rest there if it can be.

At rest: springs, motors and trimmed states of controllers carry the arm's weight, so that nothing
moves and no command jumps. Found by Gauss and Newton's method on the system's own equations.
"""

from __future__ import annotations

from dataclasses import dataclass

import casadi as cs
import numpy as np

from armwright.blocks.block import Array
from armwright.blocks.declarations import Memory, State, Table
from armwright.errors import InputError
from armwright.system.circuit import Instance
from armwright.system.system import System

_ITERATIONS = 30


@dataclass(frozen=True)
class _Unknown:
    """Something whose first value is looked for: elements `part` of the vector `place`.

    `rate` must vanish; None if it may go on changing.
    """

    place: str
    part: slice
    symbol: cs.SX
    value: Array
    rate: cs.SX | None


def first_values(system: System) -> dict[str, Array]:
    """The vectors of a run before its first tick."""
    setup, m = system.setup, system.mechanics
    n, flexible = m.train.joints, m.train.flexible
    q = _start_position(system)
    v = _given(system, setup.start.joint_velocity, "joint_velocity", n)
    gear = m.train.gear
    position = np.concatenate([q, (gear @ q)[list(flexible)]])
    velocity = np.concatenate([v, (gear @ v)[list(flexible)]])
    values = {
        "position": position,
        "velocity": velocity,
        "exact": system.state_start(linear=True),
        "other": system.state_start(linear=False),
    }
    for instance in system.sampled:
        for name in instance.kept():
            values[instance.place(name)] = _declared_start(instance, name)
    if setup.start.at_rest and not np.any(v):
        values = _settled(system, values)
    resting = [
        part.along([0.0 if value == 0 else 1.0 for value in velocity])
        for part in m.elements
        if part.limits
    ]
    if resting:
        values["resting"] = 1.0 * (np.array(cs.evalf(cs.vertcat(*resting))).ravel() == 0)
    return {name: value for name, value in values.items() if value.size}


def _declared_start(instance: Instance, name: str) -> Array:
    declared = instance.block.declared[name]
    assert isinstance(declared, State | Memory)
    return np.full(instance.symbols[name].shape[0], declared.start)


def _start_position(system: System) -> Array:
    n = system.mechanics.train.joints
    given = system.setup.start.joint_position
    signal = "reference_joint_position"
    if given is not None or not system.circuit.exists(signal):
        return _given(system, given, "joint_position", n)
    value = _at_once(system).get(signal, system.circuit.value(signal))
    if cs.depends_on(value, cs.vertcat(system.mechanics.x, system.mechanics.v)):
        return np.zeros(n)
    symbols, numbers = _constants(system)
    found = cs.evalf(cs.substitute([value], symbols, numbers)[0])
    return np.array(found).ravel()


def _given(system: System, value: tuple[float, ...] | None, what: str, n: int) -> Array:
    array = np.zeros(n) if value is None else np.array(value, dtype=np.float64)
    if array.shape != (n,):
        raise InputError(
            f"start.{what} has the wrong length",
            where=f"scenario '{system.setup.name}'",
            got=array.size,
            expected=f"{n}, one for each moving joint",
        )
    return array


def _at_once(system: System) -> dict[str, cs.SX]:
    """All outputs of sampled blocks at the first tick, as expressions of what is kept."""
    found: dict[str, cs.SX] = {}
    for batch in system.batches:
        for instance in batch.outputs:
            for port, signal in system.circuit.outputs(instance).items():
                found[signal] = system.circuit.result(instance, port, found)
    return found


def _constants(system: System) -> tuple[list[cs.SX], list[cs.SX]]:
    """Symbols that are known before anything is solved: time, tick, seed, free numbers, tables."""
    pairs: list[tuple[cs.SX, Array]] = [
        (system.time, np.zeros(1)),
        (system.tick, np.zeros(1)),
        (system.seed, np.array([float(system.setup.seed)])),
        (system.values.symbol, system.values.vector(system.values.numbers)),
        (system.free_links.symbol, system.free_links.nominal),
        (system.bristles, np.zeros(system.bristles.shape[0])),
        (system.dry, np.zeros(system.dry.shape[0])),
    ]
    for instance in system.sampled:
        for name in instance.block.of(Table):
            pairs.append((instance.symbols[name], system.tables[instance.place(name)][1][0]))
    pairs = [(symbol, value) for symbol, value in pairs if symbol.shape[0]]
    return [symbol for symbol, _ in pairs], [cs.SX(value) for _, value in pairs]


def _settled(system: System, values: dict[str, Array]) -> dict[str, Array]:
    """The same, with motors turned, states and memories changed until nothing moves."""
    unknowns = _unknowns(system, values)
    free = cs.vertcat(*(u.symbol for u in unknowns)) if unknowns else cs.SX(0, 1)
    if not free.shape[0]:
        return values
    residual = _numeric(system, values, unknowns)
    best = _solved(residual, free, np.concatenate([u.value for u in unknowns]))
    found = {name: value.copy() for name, value in values.items()}
    end = 0
    for u in unknowns:
        found[u.place][u.part] = best[end : end + u.value.size]
        end += u.value.size
    return found


def _unknowns(system: System, values: dict[str, Array]) -> list[_Unknown]:
    """Motors behind springs, and all states and memories that are not fixed."""
    m, circuit, outputs = system.mechanics, system.circuit, _at_once(system)
    n, found = m.train.joints, []
    if m.train.flexible:
        part = slice(n, None)
        found.append(_Unknown("position", part, m.x[part], values["position"][part], None))
    for linear, place in ((True, "exact"), (False, "other")):
        end = 0
        for instance, name in system.states(linear=linear):
            symbol = instance.symbols[name]
            part = slice(end, end + symbol.shape[0])
            end = part.stop
            rate = circuit.result(instance, name)
            found += _unknown(instance, name, place, part, values, rate)
    for instance in system.sampled:
        for name in instance.kept():
            change = circuit.result(instance, name, outputs)
            if name in instance.block.of(Memory):
                change = change - instance.symbols[name]
            found += _unknown(instance, name, instance.place(name), slice(None), values, change)
    return found


def _unknown(
    instance: Instance, name: str, place: str, part: slice, values: dict[str, Array], rate: cs.SX
) -> list[_Unknown]:
    declared = instance.block.declared[name]
    assert isinstance(declared, State | Memory)
    if declared.fixed:
        return []
    symbol, value = instance.symbols[name], values[place][part]
    return [_Unknown(place, part, symbol, value, None if declared.trimmed else rate)]


def _numeric(system: System, values: dict[str, Array], unknowns: list[_Unknown]) -> cs.SX:
    """What must vanish at rest, as an expression of the unknowns alone."""
    m, circuit, outputs = system.mechanics, system.circuit, _at_once(system)
    n = m.train.joints
    rates = [u.rate for u in unknowns if u.rate is not None]
    residual = cs.vertcat(system.arm.acceleration, *rates)
    held = list(circuit.held)
    if held:
        symbols = [circuit.held[signal] for signal in held]
        residual = cs.substitute([residual], symbols, [outputs[signal] for signal in held])[0]
    kept: list[tuple[cs.SX, Array]] = [
        (m.x[:n], values["position"][:n]),
        (m.v, values["velocity"]),
    ]
    taken = {id(u.symbol) for u in unknowns}
    for linear, place in ((True, "exact"), (False, "other")):
        end = 0
        for instance, name in system.states(linear=linear):
            size = instance.symbols[name].shape[0]
            kept.append((instance.symbols[name], values[place][end : end + size]))
            end += size
    for instance in system.sampled:
        kept += [(instance.symbols[k], values[instance.place(k)]) for k in instance.kept()]
    kept = [(symbol, value) for symbol, value in kept if id(symbol) not in taken]
    symbols, numbers = _constants(system)
    symbols += [symbol for symbol, _ in kept]
    numbers += [cs.SX(value) for _, value in kept]
    return cs.substitute([residual], symbols, numbers)[0]


def _solved(residual: cs.SX, free: cs.SX, guess: Array) -> Array:
    """Least squares, each equation in units of what it is about; the smallest change that does."""
    function = cs.Function("rest", [free], [residual, cs.jacobian(residual, free)])
    best, best_size = guess, np.inf
    for _ in range(_ITERATIONS):
        r, J = (np.array(part) for part in function(cs.DM(guess)))
        scale = 1.0 / np.maximum(np.linalg.norm(J, axis=1), 1e-300)
        size = float(np.linalg.norm(r.ravel() * scale))
        if not size < best_size:
            break
        best, best_size = guess, size
        change = np.linalg.lstsq(J * scale[:, None], r.ravel() * scale, rcond=1e-12)[0]
        guess = guess - change
    return best
