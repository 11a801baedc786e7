"""Numbers from our own runs, for exported code to check itself against."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass

import numpy as np

from armwright.arrays import Array
from armwright.compiler import Program, compile_program
from armwright.export.model import Model
from armwright.export.native import NativeModel
from armwright.export.parts import make_model
from armwright.simulation import simulate
from armwright.system import Setup

#: How many instants of a whole run are kept.
_ROWS = 40
#: How many steps of a part are kept, and at which multiples its outputs.
_TICKS, _EVERY = 200, 10
#: At how many random states functions are compared.
_STATES = 12


@dataclass(frozen=True, eq=False)
class Record:
    """Outputs at some ticks, and all inputs until then: (ticks, size) for each name."""

    ticks: tuple[int, ...]
    outputs: dict[str, Array]
    inputs: dict[str, Array]


def record(setup: Setup, model: Model) -> Record:
    """A closed loop as it is simulated to its end; a part of it for a moment, in the whole."""
    return _whole(setup, model) if model.part == "loop" else _moment(setup, model)


def random_cases(program: Program, seed: int = 1) -> tuple[list[Array], list[Array]]:
    """Inputs and outputs of a function, (states, size) each."""
    rng = np.random.default_rng(seed)
    inputs = [rng.normal(size=(_STATES, *port.shape)) for port in program.inputs]
    found = compile_program(program, lanes=1)(*inputs)
    outputs = found if isinstance(found, tuple) else (found,)
    return [x.reshape(_STATES, -1) for x in inputs], [y.reshape(_STATES, -1) for y in outputs]


def _whole(setup: Setup, model: Model) -> Record:
    recording = dataclasses.replace(setup.recording, signals=tuple(v.name for v in model.outputs))
    run = simulate(dataclasses.replace(setup, recording=recording))
    every = setup.every(setup.recording.rate, "recording")
    count = len(run.data["time"])
    rows = np.unique(np.linspace(0, count - 1, _ROWS).astype(int))
    outputs = {
        vector.name: run.data[vector.name].values.reshape(count, vector.size)[rows]
        for vector in model.outputs
    }
    return Record(tuple((every * rows).tolist()), outputs, {})


def _moment(setup: Setup, model: Model) -> Record:
    own = NativeModel(model)
    inputs: dict[str, list[Array]] = {vector.name: [] for vector in model.inputs}
    outputs: dict[str, list[Array]] = {vector.name: [] for vector in model.outputs}
    ticks, rng = range(_TICKS + 1), np.random.default_rng(1)
    given = _exchanged(setup, _TICKS) if model.inputs else [{}] * _TICKS
    for tick in ticks:
        if tick % _EVERY == 0:
            for name, value in own.outputs().items():
                outputs[name].append(value)
        if tick < _TICKS:
            now = {name: _shaken(given[tick][name], rng) for name in inputs}
            for name, value in now.items():
                inputs[name].append(value)
            own.step(now)
    return Record(
        tuple(ticks[::_EVERY]),
        {name: np.array(values) for name, values in outputs.items()},
        {name: np.array(values) for name, values in inputs.items()},
    )


def _shaken(value: Array, rng: np.random.Generator) -> Array:
    """A little beside the value: many runs begin at rest, where nothing would be compared."""
    return value + 1e-3 * np.maximum(1.0, np.abs(value)) * rng.normal(size=value.shape)


def _exchanged(setup: Setup, ticks: int) -> list[dict[str, Array]]:
    """What plant and controller tell each other at every tick."""
    plant = NativeModel(make_model(setup, "plant"))
    controller = NativeModel(make_model(setup, "controller"))
    found = []
    for _ in range(ticks):
        seen = plant.outputs()
        controller.step({name: seen[name] for name in controller.inputs})
        told = controller.outputs()
        plant.step({name: told[name] for name in plant.inputs})
        found.append({**seen, **told})
    return found
