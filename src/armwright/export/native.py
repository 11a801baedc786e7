"""A model run by our own machine code: what exported code is compared with."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from armwright.arrays import Array
from armwright.compiler import Program, compile_program
from armwright.compiler.march import TICK
from armwright.export.model import Model, Stage


class NativeModel:
    """As exported code does it: from its start, step by step. `state` holds all vectors."""

    def __init__(self, model: Model, seed: int | None = None) -> None:
        self._model = model
        self._functions = {one: compile_program(one) for one in model.programs}
        self.state: dict[str, Array] = {v.name: np.array(v.start) for v in model.state}
        if seed is not None and model.seed is not None:
            self.state["seed"] = np.array([float(seed)])
        self.inputs = tuple(vector.name for vector in model.inputs)
        self._tick = 0
        self._stage(model.after)

    def step(self, inputs: Mapping[str, Array] | None = None) -> None:
        """One tick; an input that is not given stays as it was."""
        self.state.update(inputs or {})
        motion = self._model.motion
        self._stage(self._model.before)
        for program in (*motion.first, *(motion.programs * motion.steps)):
            self._call(program)
        self._tick += 1
        self._stage(self._model.after)

    def outputs(self) -> dict[str, Array]:
        observe = self._model.observe
        known = {**self.state, **(self._results(observe) if observe else {})}
        return {vector.name: known[vector.name] for vector in self._model.outputs}

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
