"""A run at some tick, as it would stand there with steps half as long."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

import casadi as cs
import numpy as np

from armwright.compiler import Frames
from armwright.simulation.instants import bristle_step
from armwright.system.layout import frame_inputs
from armwright.system.names import BRISTLE, CHANGE, STEP
from armwright.system.system import System


@dataclass(frozen=True, eq=False)
class Halving:
    """Friction states live half a step behind the others, and the change of the velocities in the
    last step becomes that of a shorter one. `sizes`: of the vectors that the frames have."""

    system: System
    sizes: Mapping[str, int]

    @cached_property
    def _function(self) -> tuple[tuple[str, ...], tuple[str, ...], cs.Function]:
        """Inputs, outputs, and the function between."""
        system = self.system
        quarter = 0.25 * system.step
        bristles = [bristle_step(system, part, quarter) for part in system.plant.elements]
        outputs = {CHANGE: 0.5 * system.change, BRISTLE: cs.vertcat(*bristles)}
        outputs = {name: value for name, value in outputs.items() if name in self.sizes}
        everything = cs.vertcat(*outputs.values())
        inputs = {
            name: symbol
            for name, symbol in frame_inputs(system).items()
            if name in self.sizes and cs.depends_on(everything, symbol)
        }
        function = cs.Function("halving", [*inputs.values()], [*outputs.values()])
        return tuple(inputs), tuple(outputs), function

    def __call__(self, frames: Frames) -> Frames:
        inputs, outputs, function = self._function
        halved = replace(frames, data=frames.data.copy(), steps=2 * frames.steps)
        blocks, _, lanes = frames.data.shape
        for block, lane in np.ndindex(blocks, lanes):
            given = [frames.vector(name)[block, :, lane] for name in inputs]
            for name, value in zip(outputs, function.call(given), strict=True):
                halved.vector(name)[block, :, lane] = np.array(value).ravel()
        if STEP in self.sizes:
            halved.vector(STEP)[:] *= 0.5
        return halved
