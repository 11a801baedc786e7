"""A block by itself: its equations with numbers put in."""

from __future__ import annotations

import casadi as cs
import numpy as np
from numpy.typing import ArrayLike

from armwright import Robot, load
from armwright.block import Block, Input, Memory, Quantities, Site, State, Table
from armwright.block.block import size_of
from armwright.block.fidelity import Fidelity
from armwright.plant import Plant
from armwright.plant.law import narrowed

Symbols = dict[str, cs.SX]


def site(
    robot: Robot | str = "two_axis",
    *,
    model: Robot | None = None,
    channels: int = 1,
    rate: float | None = None,
    fidelity: Fidelity = Fidelity(),  # noqa: B008, it is immutable
) -> Site:
    """Where a block is tried."""
    arm = load(robot) if isinstance(robot, str) else robot
    known = Plant(model or arm, fidelity)
    period = 1.0 / rate if rate else 0.0
    return narrowed(Site.around(Plant(arm, fidelity), known, 1e-3, period, 1.0), channels)


def expressions(
    block: Block, where: Site, *, constants: bool = False
) -> tuple[Symbols, Symbols, dict[str, np.ndarray]]:
    """Symbols, results, and the parameters' numbers; with `constants` these are in the results."""
    numbers = block.parameters(where)
    symbols = {
        name: cs.SX.sym(name, size_of(declared, where.sizes))
        for name, declared in block.declared.items()
        if isinstance(declared, Input | State | Memory | Table)
    }
    symbols |= {name: cs.SX.sym(name) for name in ("time", "tick", "seed")}
    parameters = {
        name: cs.SX(value) if constants else cs.SX.sym(name, value.size)
        for name, value in numbers.items()
    }
    own = {name: s for name, s in symbols.items() if name not in ("time", "tick", "seed")}
    clock = (symbols["time"], symbols["tick"], symbols["seed"])
    x = Quantities({**own, **parameters}, where, *clock, block.name)
    raw = {name: cs.SX(value) for name, value in block.equations(x).items()}
    drawn = ([symbol for symbol, _ in x.noises], [numbers for _, numbers in x.noises])
    results = dict(zip(raw, cs.substitute(list(raw.values()), *drawn), strict=True))
    if constants:
        return symbols, results, {}
    return {**symbols, **parameters}, results, numbers


def evaluate(
    block: Block, where: Site, *, constants: bool = False, **given: ArrayLike
) -> dict[str, np.ndarray]:
    """Results (..., size) for values (..., size) of inputs, states, memories, time, tick, seed.

    One number stands for all elements; what is not given is zero.
    """
    symbols, results, numbers = expressions(block, where, constants=constants)
    unknown = set(given) - set(symbols)
    assert not unknown, f"no {unknown} in block '{block.name}'"
    values = {name: np.zeros(symbol.shape[0]) for name, symbol in symbols.items()}
    values.update(numbers)
    for name, value in given.items():
        array = np.asarray(value, dtype=float)
        values[name] = np.broadcast_to(array, (*array.shape[:-1], symbols[name].shape[0]))
    batch = np.broadcast_shapes(*(value.shape[:-1] for value in values.values()))
    function = cs.Function("block", list(symbols.values()), list(results.values()))
    columns = [_columns(values[name], batch) for name in symbols]
    found = function.call([cs.DM(c) for c in columns])
    return {
        name: np.array(result).T.reshape(*batch, -1)
        for name, result in zip(results, found, strict=True)
    }


def _columns(value: np.ndarray, batch: tuple[int, ...]) -> np.ndarray:
    return np.broadcast_to(value, (*batch, value.shape[-1])).reshape(-1, value.shape[-1]).T


def run(block: Block, where: Site, samples: int, **given: ArrayLike) -> dict[str, np.ndarray]:
    """Outputs (samples, size) of a sampled block; inputs (samples, size), or the same for all."""
    kept = {
        name: np.full(size_of(declared, where.sizes), declared.start)
        for name, declared in {**block.of(Memory), **block.of(State)}.items()
    }
    states = block.of(State)
    rows: list[dict[str, np.ndarray]] = []
    for k in range(samples):
        now = {name: np.asarray(v)[k] if np.ndim(v) > 1 else v for name, v in given.items()}
        clock = {"tick": [float(k)], "time": [k * where.period]}
        found = evaluate(block, where, **{**clock, **now}, **kept)
        rows.append({name: found[name] for name in found if name not in kept})
        kept = {
            name: kept[name] + where.period * found[name] if name in states else found[name]
            for name in kept
        }
    return {name: np.array([row[name] for row in rows]) for name in rows[0]}
