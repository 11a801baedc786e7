"""A scenario's machine code by itself, without what leads to it: what is timed here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from armwright.simulation.ensemble import Ensemble
from armwright.simulation.holding import hold, settled_hold
from armwright.simulation.loop import make_loop
from armwright.simulation.perturbation.engine import linearise
from armwright.simulation.start import Starter
from armwright.system import Setup, System


class NativeLoop:
    """Compiled for one run and for lanes; runs over and over from the same start."""

    def __init__(self, setup: Setup, free: Sequence[str] = (), points: int = 0) -> None:
        """`free`: numbers that stay inputs, as they do in a sweep that changes them. `points`: of
        the perturbation method; 0: the full model."""
        self.setup = setup = setup if points else settled_hold(setup)
        self.system = System(setup, frozenset(free), open_step=not points)
        values = Starter(self.system).values()
        values["seed"] = np.array([float(setup.seed)])
        runs = Ensemble(setup, self.system, values)
        loop = linearise(runs, points).loop if points else make_loop(self.system)
        self.march, self.compiled = loop.march, loop.compiled
        self.start: Mapping[str, np.ndarray] = {
            name: value for name, value in values.items() if name in self.march.sizes
        }

    def run(
        self, runs: int = 1, threads: int = 1, duration: float | None = None
    ) -> dict[str, np.ndarray]:
        """What is recorded, (runs, records, size) for each signal."""
        ticks = round((duration or self.setup.duration) / self.setup.tick)
        frames = self.compiled.start(self.start, runs)
        frames.steps = self.setup.integration.steps
        hold(frames, self.setup.integration.inertia_steps)
        return self.compiled.advance(frames, ticks + 1, threads)
