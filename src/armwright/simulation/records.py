"""What is kept of the runs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from armwright.arrays import Array
from armwright.compiler import Frames
from armwright.robot.contents import PLANT, left_out
from armwright.signals import Run
from armwright.simulation.ensemble import Ensemble
from armwright.simulation.loop import Loop
from armwright.simulation.sampled import flag_counters
from armwright.system.names import SEED


class Outcome(NamedTuple):
    """How runs came about. `wall`: s; `lost`: runs that diverged, which are left out, and what is
    said of them; `step_error`: as in `guard`, None if nobody looked."""

    wall: float
    lost: Mapping[int, str]
    step_error: float | None
    complete: bool


class Records:
    """Memory for all of it is taken at the beginning, and no more: `room` is where a loop writes
    what it records, up to some tick."""

    def __init__(self, loop: Loop, runs: int) -> None:
        self._loop, self._runs, self._done = loop, runs, 0
        self.room = loop.compiled.room(runs, loop.system.setup.ticks + 1)

    @property
    def some(self) -> bool:
        """Whether anything was recorded."""
        return self._done > 0

    def rows(self, name: str) -> Array:
        """What was recorded of a vector, (runs, records, size)."""
        return self.room[name][: self._runs, : self._done]

    def until(self, tick: int) -> None:
        """What was recorded before `tick` counts, and nothing else."""
        self._done = -(-tick // self._loop.march.record_every)

    def run(self, runs: Ensemble, frames: Frames, outcome: Outcome) -> Run:
        loop, lost = self._loop, outcome.lost
        kept = [k for k in range(self._runs) if k not in lost] or list(range(self._runs))
        setup, circuit = runs.setup, loop.system.circuit
        done = self._done
        units, dimensions = {}, {}
        for name in loop.signals:
            found = circuit.unit_and_size(name)
            if found is not None:
                units[name] = found[0]
                own = f"{name} element" if isinstance(found[1], int) else found[1]
                dimensions[name] = "" if own == "one" else own
        for instance in circuit.instances:
            for flag in instance.flags:
                size = instance.block.declared[flag].size
                dimensions[instance.place(flag)] = size if isinstance(size, str) else "channel"
        period = loop.march.record_every * setup.tick
        missing = left_out(setup.robot, PLANT)
        return Run.from_records(
            np.arange(done) * period,
            # Without a copy, if all are kept.
            {name: self.rows(name)[kept if lost else slice(None)] for name in loop.signals},
            joints=setup.robot.joint_names,
            motors=loop.system.plant.motor_names,
            frictions={one.label: one.channel.side for one in loop.system.plant.frictions},
            units=units,
            dimensions=dimensions,
            runs=kept,
            saturations={
                name: (counts[kept], first[kept])
                for name, (counts, first) in self._saturations(frames).items()
            },
            single=runs.single,
            provenance={
                "scenario": setup.name,
                "robot": setup.robot.name,
                "robot_fingerprint": setup.robot.fingerprint(),
                "seed": int(np.ravel(runs.start[SEED])[0]),
                "integrator": setup.integration.method,
                "step": setup.tick / frames.steps,
                **({} if outcome.step_error is None else {"step_error": outcome.step_error}),
                "step_tolerance": setup.integration.tolerance,
                "tick": setup.tick,
                "complete": outcome.complete,
                "duration": min(frames.tick, setup.ticks) * setup.tick,
                "wall_seconds": outcome.wall,
                **({"left_out": "\n".join(missing)} if missing else {}),
                **({"diverged_runs": "\n".join(lost.values())} if lost else {}),
            },
        )

    def _saturations(self, frames: Frames) -> dict[str, tuple[Array, Array]]:
        """Of sampled blocks by the sample, of those in continuous time by the record."""
        tick = self._loop.system.setup.tick
        found: dict[str, tuple[Array, Array]] = {}
        for instance in self._loop.system.sampled:
            for flag, (count, first) in flag_counters(instance).items():
                ticks = frames.get(first)
                times = np.where(ticks > 0, (ticks - 1) * tick, np.nan)
                found[instance.place(flag)] = (frames.get(count), times)
        for instance in self._loop.system.continuous:
            for flag in instance.flags:
                name = instance.place(flag)
                found[name] = self._recorded_flag(name, instance.results[flag].shape[0])
        return found

    def _recorded_flag(self, name: str, size: int) -> tuple[Array, Array]:
        if name not in self._loop.flags:
            return np.zeros((self._runs, size)), np.full((self._runs, size), np.nan)
        up = self.rows(name) != 0
        period = self._loop.march.record_every * self._loop.system.setup.tick
        return up.sum(axis=1), np.where(up.any(axis=1), up.argmax(axis=1) * period, np.nan)
