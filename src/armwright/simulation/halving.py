"""A run at some tick, as it would stand there with steps half as long."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

import casadi as cs

from armwright.compiler import Call, CompiledMarch, Frames, March
from armwright.simulation.instants import bristle_step, program
from armwright.simulation.making import making
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
    def _code(self) -> CompiledMarch | None:
        """None if nothing changes but the step."""
        with making:
            return self._made()

    def _made(self) -> CompiledMarch | None:
        system = self.system
        quarter = 0.25 * system.step
        bristles = [bristle_step(system, part, quarter) for part in system.plant.elements]
        outputs = {CHANGE: 0.5 * system.change, BRISTLE: cs.vertcat(*bristles)}
        outputs = {
            name: value for name, value in outputs.items() if name in self.sizes and value.shape[0]
        }
        if not outputs:
            return None
        one = program("halve", outputs, frame_inputs(system))
        return CompiledMarch(March(f"{system.setup.name} halving", (Call(one),)), pack=False)

    def __call__(self, frames: Frames) -> Frames:
        halved = replace(frames, data=frames.data.copy(), steps=2 * frames.steps)
        if self._code is not None:
            blocks, _, lanes = frames.data.shape
            own = self._code.frames(blocks, lanes)
            for name in own.march.sizes:
                if name in self.sizes:
                    own.vector(name)[:] = frames.vector(name)
            self._code.advance(own, 1)
            for name in (CHANGE, BRISTLE):
                if name in own.march.sizes:
                    halved.vector(name)[:] = own.vector(name)
        if STEP in self.sizes:
            halved.vector(STEP)[:] *= 0.5
        return halved
