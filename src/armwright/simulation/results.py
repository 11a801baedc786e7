"""Runs that are over, as users get them: a dataset with names, units, and where it comes from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, partial

import numpy as np
import xarray as xr

from armwright.arrays import Array
from armwright.block.declarations import Output
from armwright.compiler import Frames
from armwright.compiler.machine import host_cpu
from armwright.errors import InputError
from armwright.plant.left_out import left_out_of_plant
from armwright.signals import Run
from armwright.signals.file import NOMINAL, SCENARIO
from armwright.signals.provenance import ACTED_ON_BY
from armwright.simulation.divergence import Escape
from armwright.simulation.ensemble import Ensemble
from armwright.simulation.loop import Loop
from armwright.simulation.records import Records
from armwright.simulation.sampled import flag_counters
from armwright.system.names import SEED
from armwright.system.setup import Setup

#: Parameters by which what stores energy loses some.
_LOSSES = ("damping", "friction_coefficient")


@dataclass(frozen=True, eq=False)
class Executed:
    """`frames`: all vectors at the end. `wall`: s; `lost`: runs that diverged, which are left out,
    and what is said of them; `step_error`: as in `guard`, None if nobody looked."""

    loop: Loop
    runs: Ensemble
    records: Records
    frames: Frames
    wall: float
    lost: Mapping[int, Escape]
    step_error: float | None
    complete: bool

    @cached_property
    def kept(self) -> list[int]:
        """The runs that did not diverge; all of them, if there is no other."""
        every = range(self.runs.runs)
        return [run for run in every if run not in self.lost] or list(every)

    @cached_property
    def run(self) -> Run:
        """With what was recorded, and the figures."""
        shape = form(self.loop, tuple(self.kept), self.records.count, single=self.runs.single)
        arrays = self.arrays()
        kept = {n: value[self.kept] if self.lost else value for n, value in arrays.items()}
        data = {n: value.reshape(shape.variables[n].shape) for n, value in kept.items()}
        origin = partial(_texts, self.runs.setup, self._nominal)
        return Run.of(shape.copy(data=data), self._provenance(), origin)

    @property
    def _nominal(self) -> Setup | None:
        """Whose machine code it is, if that is another's with numbers as inputs."""
        system, setup = self.runs.system, self.runs.setup
        opened = any(free.places for free in system.free_numbers.values())
        return system.setup if opened and system.setup is not setup else None

    def arrays(self) -> dict[str, Array]:
        """All that there is of the runs, (runs, …): signals, counts of flags, and figures."""
        found = {name: self.records.rows(name) for name in self.loop.signals}
        for name, (counts, first) in self._saturations().items():
            found[f"{name}_count"] = counts.astype(np.int64)
            found[f"{name}_first_time"] = first
        return found | self.figures()

    def figures(self) -> dict[str, Array]:
        """By name, (runs, size)."""
        return self.loop.figures.results(self.frames)

    def _provenance(self) -> dict[str, object]:
        setup, frames = self.runs.setup, self.frames
        missing = left_out_of_plant(setup.robot, setup.fidelity)
        lost = [one.message for one in self.lost.values()]
        figures = [one.figure.text() for one in self.loop.figures.figures.values()]
        return {
            "scenario": setup.name,
            "robot": setup.robot.name,
            "robot_fingerprint": setup.robot.fingerprint(),
            "seed": int(np.ravel(self.runs.start[SEED])[0]),
            "integrator": setup.integration.method,
            "step": setup.tick / frames.steps,
            "inertia_steps": frames.hold,
            **({} if self.step_error is None else {"step_error": self.step_error}),
            "step_tolerance": setup.integration.tolerance,
            "tick": setup.tick,
            **({"figures": "\n".join(figures)} if figures else {}),
            "processor": host_cpu().name,
            "complete": self.complete,
            "duration": min(frames.tick, setup.ticks) * setup.tick,
            "wall_seconds": self.wall,
            **({ACTED_ON_BY: "\n".join(acting)} if (acting := _acting(setup)) else {}),
            **({"left_out": "\n".join(missing)} if missing else {}),
            **({"diverged_runs": "\n".join(lost)} if lost else {}),
        }

    def _saturations(self) -> dict[str, tuple[Array, Array]]:
        """Of sampled blocks by the sample; of those in continuous time by the record, or, where
        nothing is recorded, by the tick."""
        system, figures = self.loop.system, self.loop.figures
        found: dict[str, tuple[Array, Array]] = {}
        for instance in system.sampled:
            for flag, places in flag_counters(instance).items():
                found[instance.place(flag)] = self._counted(*places)
        for instance in system.continuous:
            for flag in instance.flags:
                name, size = instance.place(flag), instance.results[flag].shape[0]
                if name in figures.flags:
                    found[name] = self._counted(*figures.flags[name])
                else:
                    found[name] = self._recorded_flag(name, size)
        return found

    def _counted(self, count: str, first: str) -> tuple[Array, Array]:
        ticks = self.frames.get(first)
        times = np.where(ticks > 0, (ticks - 1) * self.loop.system.setup.tick, np.nan)
        return self.frames.get(count), times

    def _recorded_flag(self, name: str, size: int) -> tuple[Array, Array]:
        if name not in self.loop.flags:
            none = (self.runs.runs, size)
            return np.zeros(none), np.full(none, np.nan)
        up = self.records.rows(name) != 0
        period = self.loop.march.record_every * self.loop.system.setup.tick
        return up.sum(axis=1), np.where(up.any(axis=1), up.argmax(axis=1) * period, np.nan)


def _acting(setup: Setup) -> list[str]:
    """The blocks whose work on the arm is not counted: neither as that of the motors nor as energy
    that is stored."""
    found = []
    for block in setup.blocks:
        acts = {one.acts for one in block.of(Output).values()} - {None, "motor"}
        losses = [block.values[key] for key in _LOSSES if block.values.get(key) is not None]
        if acts - {"energy"} and ("energy" not in acts or any(map(np.any, losses))):
            found.append(block.name)
    return found


def _texts(setup: Setup, nominal: Setup | None) -> dict[str, str]:
    """The files of the scenario that was simulated, and of the one that its code was made for."""
    own = {SCENARIO: setup.text()}
    return own if nominal is None else {**own, NOMINAL: nominal.text()}


def form(loop: Loop, runs: tuple[int, ...], count: int, *, single: bool = False) -> xr.Dataset:
    """The dataset of such runs, with nothing in it; `count`: how many records they have. To make
    one takes longer than a short run: the loop keeps the last."""
    key = (runs, count, single)
    last: tuple[object, xr.Dataset] | None = loop.forms.get("last")
    if last is None or last[0] != key:
        loop.forms["last"] = last = (key, _made(loop, runs, count, single=single))
    return last[1]


def _made(loop: Loop, kept: tuple[int, ...], count: int, *, single: bool) -> xr.Dataset:
    system, runs = loop.system, len(kept)
    units, dimensions = {}, {}
    for name in loop.signals:
        found = system.circuit.unit_and_size(name)
        if found is not None:
            units[name] = found[0]
            own = f"{name} element" if isinstance(found[1], int) else found[1]
            dimensions[name] = "" if own == "one" else own
    flags = {}
    for instance in system.circuit.instances:
        for flag in instance.flags:
            size = instance.block.declared[flag].size
            dimensions[instance.place(flag)] = size if isinstance(size, str) else "channel"
            flags[instance.place(flag)] = (runs, instance.results[flag].shape[0])
    time = np.arange(count) * (loop.march.record_every * system.setup.tick)
    run = Run.from_records(
        time if loop.march.record else np.array([system.setup.duration]),
        {n: np.broadcast_to(0.0, (runs, count, loop.march.sizes[n])) for n in loop.signals},
        joints=system.setup.robot.joint_names,
        motors=system.plant.motor_names,
        frictions={one.label: one.channel.side for one in system.plant.frictions},
        units=units,
        dimensions=dimensions,
        runs=list(kept),
        saturations={n: (np.zeros(shape), np.zeros(shape)) for n, shape in flags.items()},
        single=single,
    )
    for name in loop.figures.figures:
        if name not in loop.signals and (name in run.data.variables or name in run.data.dims):
            raise InputError(
                "a figure cannot have this name: something else in a run has it",
                where=f"figure '{name}'",
                hint="Write another NAME = … in front of it.",
            )
    return run.data.assign(dict(_figures(loop, runs, single=single)))


def _figures(loop: Loop, runs: int, *, single: bool) -> Iterator[tuple[str, xr.Variable]]:
    for name, one in loop.figures.figures.items():
        if name in loop.signals:
            raise InputError(
                "a figure cannot have the name of a signal that is recorded",
                where=f"figure '{name}'",
                hint="Write another NAME = … in front of it.",
            )
        dims = [*([] if single else ["run"]), *([one.dimension] if one.dimension else [])]
        sizes = {"run": runs, one.dimension: one.last.size}
        attributes = {"kind": "figure", "units": one.unit, "long_name": str(one.figure)}
        yield name, xr.Variable(dims, np.zeros([sizes[dim] for dim in dims]), attributes)
