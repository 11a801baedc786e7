"""The accurate solution of a scenario: the same ticks and sampled blocks as in a run, and between
them an integrator that keeps a tolerance.

Between ticks it follows the system's own equations with CVODES, and begins anew wherever they
change: at ticks, where the velocity of a friction law changes its sign, and where dry friction
sticks or breaks away. These instants are found by root search, so that no step goes across one of
them. Other kinks and jumps between ticks, as of a continuous controller at its limits, are left to
the integrator's choice of steps.

Sampled blocks run as the very programs of the native loop; rates between ticks are CasADi's, and
bristles and dry friction have exact equations here in place of the integrators' steps.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from armwright.arrays import Array
from armwright.compiler import CompiledFunction, Program, compile_program
from armwright.simulation.observation import observation
from armwright.simulation.sampled import sampled_calls
from armwright.simulation.slow.channels import Channels, WithinTick
from armwright.simulation.slow.interval import Flow, Interval, Multistep
from armwright.simulation.slow.loops import SlowLoops
from armwright.simulation.slow.ode import NoSolution, make_ode
from armwright.simulation.start import Starter
from armwright.system.layout import frame_inputs
from armwright.system.names import DRY, SEED, TICK
from armwright.system.system import System


def solve(
    system: System,
    ticks: int,
    signals: Sequence[str],
    *,
    tolerance: float = 1e-10,
    record_every: int = 1,
    method: Multistep = "adams",
    progress: Callable[[int], None] | None = None,
) -> dict[str, Array]:
    """The signals (records, size) at ticks 0, record_every, … below `ticks`.

    `tolerance`: of each step of the integrator, relative and absolute, in SI units; bristles are
    measured by their deflection in sliding. `method`: of CVODES; "bdf" for stiff systems.
    `progress` is told the number of every tick. Signals that jump at a tick have the value after.
    """
    run = _Run(system, signals, tolerance, method)
    records: dict[str, list[Array]] = {signal: [] for signal in signals}
    for tick in range(ticks):
        try:
            if tick:
                run.go_on()
            run.sample(tick)
        except NoSolution as error:
            name, time = system.setup.name, tick * system.setup.tick
            raise NoSolution(f"scenario '{name}', up to t = {time:g} s: {error}") from error
        if tick % record_every == 0:
            for signal, value in run.observed().items():
                records[signal].append(value)
        if progress is not None:
            progress(tick)
    return {signal: np.array(rows) for signal, rows in records.items()}


class _Run:
    """The vectors of a run, by name, and what changes them."""

    def __init__(
        self, system: System, signals: Sequence[str], tolerance: float, method: Multistep
    ) -> None:
        self._system, self._signals = system, tuple(signals)
        self._ode = make_ode(system, signals)
        self._channels = Channels(self._ode, tolerance)
        flow = Flow(self._ode, tolerance, method)
        self._loops = SlowLoops(system, self._ode)
        self._interval = Interval(flow, self._channels, system.setup.tick)
        calls = sampled_calls(system, staggered=False)
        self._sampled = [(call.every, _Step(call.program)) for call in calls]
        observe = observation(system, signals, staggered=False)
        self._observe = [_Step(observe)] if observe is not None else []
        self._vectors = self._first()
        self._mode = self._channels.first(self._y)

    def sample(self, tick: int) -> None:
        """What happens at a tick."""
        self._vectors[TICK] = np.array([float(tick)])
        for name, (every, rows) in self._system.tables.items():
            if tick % every == 0:
                self._vectors[name] = rows[min(tick // every, len(rows) - 1)]
        for every, step in self._sampled:
            if tick % every == 0:
                step(self._vectors)
        now = WithinTick(0.0, self._y, self._fixed)
        self._mode = self._channels.settled(now, self._mode)
        self._keep_dry(now)

    def go_on(self) -> None:
        """To the next tick, just before its samples."""
        fixed = self._fixed
        y, self._mode = self._interval.cross(self._y, fixed, self._mode)
        y = self._loops.closed(self._y, y)
        for name, place in self._ode.places.items():
            self._vectors[name] = y[place]
        self._keep_dry(WithinTick(self._system.setup.tick, y, fixed))

    def observed(self) -> dict[str, Array]:
        for step in self._observe:
            step(self._vectors)
        return {signal: self._vectors[signal] for signal in self._signals}

    @property
    def _y(self) -> Array:
        return np.concatenate([self._vectors[name] for name in self._ode.parts])

    @property
    def _fixed(self) -> Array:
        return np.concatenate([self._vectors[name] for name in self._ode.given])

    def _keep_dry(self, now: WithinTick) -> None:
        if self._channels.dry:
            self._vectors[DRY] = self._channels.torque(now, self._mode)

    def _first(self) -> dict[str, Array]:
        """All vectors that anything reads; zero where the start says nothing."""
        system = self._system
        found = {name: np.zeros(v.shape[0]) for name, v in frame_inputs(system).items()}
        for step in (*(step for _, step in self._sampled), *self._observe):
            found |= {p.name: np.zeros(p.size) for p in step.inputs if p.name not in found}
        found[SEED] = np.array([float(system.setup.seed)])
        return found | Starter(system).values()


class _Step:
    """A program of a run on its own: it reads and writes vectors by their names."""

    def __init__(self, program: Program) -> None:
        self.inputs, self._outputs = program.inputs, program.outputs
        self._function: CompiledFunction = compile_program(program)

    def __call__(self, vectors: dict[str, Array]) -> None:
        found = self._function(*(vectors[port.name] for port in self.inputs))
        results = found if isinstance(found, tuple) else (found,)
        for port, value in zip(self._outputs, results, strict=True):
            vectors[port.name] = value
