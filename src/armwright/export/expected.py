"""What exported code is compared with: a model run by our own machine code, and our own runs."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from armwright.arrays import Array
from armwright.compiler import Program, compile_program
from armwright.compiler.march import TICK
from armwright.export.model import ExportModel, Stage
from armwright.export.stepped import make_stepped
from armwright.simulation import simulate
from armwright.system import Setup


class NativeModel:
    """As exported code does it: from its start, step by step. `state` holds all vectors."""

    def __init__(self, model: ExportModel, seed: int | None = None) -> None:
        self._model = model
        self._functions = {one: compile_program(one) for one in model.routine.programs}
        self.state: dict[str, Array] = {v.name: np.array(v.start) for v in model.vectors.state}
        if seed is not None and model.open.seed is not None:
            self.state["seed"] = np.array([float(seed)])
        self.inputs = tuple(vector.name for vector in model.vectors.inputs)
        self._tick = 0
        self._stage(model.routine.after)

    def step(self, inputs: Mapping[str, Array] | None = None) -> None:
        """One tick; an input that is not given stays as it was."""
        self.state.update(inputs or {})
        motion = self._model.routine.motion
        self._stage(self._model.routine.before)
        for program in motion.first:
            self._call(program)
        for step in range(self._tick * motion.steps, (self._tick + 1) * motion.steps):
            held = motion.held if step % motion.hold == 0 else ()
            for program in (*held, *motion.programs):
                self._call(program)
        self._tick += 1
        self._stage(self._model.routine.after)

    def outputs(self) -> dict[str, Array]:
        observe = self._model.routine.observe
        known = {**self.state, **(self._results(observe) if observe else {})}
        return {vector.name: known[vector.name] for vector in self._model.vectors.outputs}

    def _stage(self, stage: Stage) -> None:
        for rows in stage.rows:
            if self._tick % rows.every == 0:
                place = min(self._tick // rows.every, len(rows.rows) - 1)
                self.state[rows.name] = rows.rows[place]
        for call in stage.calls:
            if self._tick % call.every == 0:
                self._call(call.program)

    def _call(self, program: Program) -> None:
        self.state.update(self._results(program))

    def _results(self, program: Program) -> dict[str, Array]:
        known = {**self.state, TICK: np.array([float(self._tick)])}
        found = self._functions[program](*(known[port.name] for port in program.inputs))
        several = found if isinstance(found, tuple) else (found,)
        return {port.name: v for port, v in zip(program.outputs, several, strict=True)}


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


def record(setup: Setup, model: ExportModel) -> Record:
    """A closed loop as it is simulated to its end; a part of it for a moment, in the whole."""
    return _whole(setup, model) if model.source.part == "loop" else _moment(setup, model)


def random_cases(program: Program, seed: int = 1) -> tuple[list[Array], list[Array]]:
    """Inputs and outputs of a function, (states, size) each."""
    rng = np.random.default_rng(seed)
    inputs = [rng.normal(size=(_STATES, *port.shape)) for port in program.inputs]
    found = compile_program(program, lanes=1)(*inputs)
    outputs = found if isinstance(found, tuple) else (found,)
    return [x.reshape(_STATES, -1) for x in inputs], [y.reshape(_STATES, -1) for y in outputs]


def _whole(setup: Setup, model: ExportModel) -> Record:
    recording = dataclasses.replace(
        setup.recording, signals=tuple(v.name for v in model.vectors.outputs)
    )
    run = simulate(dataclasses.replace(setup, recording=recording))
    every = setup.every(setup.recording.rate, "recording")
    count = len(run.data["time"])
    rows = np.unique(np.linspace(0, count - 1, _ROWS).astype(int))
    outputs = {
        vector.name: run.data[vector.name].values.reshape(count, vector.size)[rows]
        for vector in model.vectors.outputs
    }
    return Record(tuple((every * rows).tolist()), outputs, {})


def _moment(setup: Setup, model: ExportModel) -> Record:
    own = NativeModel(model)
    inputs: dict[str, list[Array]] = {vector.name: [] for vector in model.vectors.inputs}
    outputs: dict[str, list[Array]] = {vector.name: [] for vector in model.vectors.outputs}
    ticks, rng = range(_TICKS + 1), np.random.default_rng(1)
    given = _exchanged(setup, _TICKS) if model.vectors.inputs else [{}] * _TICKS
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
    plant = NativeModel(make_stepped(setup, "plant"))
    controller = NativeModel(make_stepped(setup, "controller"))
    found = []
    for _ in range(ticks):
        seen = plant.outputs()
        controller.step({name: seen[name] for name in controller.inputs})
        told = controller.outputs()
        plant.step({name: told[name] for name in plant.inputs})
        found.append({**seen, **told})
    return found
