"""Runs a system: in slices, so that progress shows, and one can stop at any time."""

from __future__ import annotations

import os
import time as clock
from collections.abc import Callable, Mapping, Sequence

import numpy as np

from armwright.blocks.block import Array
from armwright.compiler import Frames, NotFinite
from armwright.errors import ArmwrightError, InputError
from armwright.signals import Run
from armwright.simulation.loop import Loop, make_loop
from armwright.simulation.sampled import flag_counters
from armwright.simulation.start import Starter
from armwright.system.setup import Setup
from armwright.system.system import System, numbers

#: Called now and then with (simulated s, duration s, how many times faster than real time).
Progress = Callable[[float, float, float], None]

#: How long a slice lasts, s: short enough to feel a key, long enough to cost nothing.
_SLICE = 0.1
#: No joint of a robot arm is ever as fast, rad/s or m/s.
_RUNAWAY = 1e4


class Diverged(ArmwrightError):
    """A run went out of bounds; `run` holds what there was until then."""

    def __init__(self, message: str, run: Run | None) -> None:
        super().__init__(message)
        self.run = run


def simulate(setup: Setup, *, progress: Progress | None = None) -> Run:
    """One run."""
    return _simulated(make_loop(System(setup)), (setup,), (), {}, progress, threads=1)


def simulate_many(
    variants: Sequence[Setup],
    samples: Mapping[str, Array],
    *,
    progress: Progress | None = None,
    threads: int | None = None,
) -> Run:
    """Runs that differ in numbers and seeds only; `samples` are kept beside the signals."""
    tables = [numbers(variant) for variant in variants]
    free = frozenset(_differing(tables))
    loop = make_loop(System(variants[0], free))
    wanted = threads or os.cpu_count() or 1
    return _simulated(loop, variants, tables, samples, progress, threads=wanted)


def _differing(tables: Sequence[Mapping[str, Array]]) -> list[str]:
    first = tables[0]
    for table in tables:
        if table.keys() != first.keys() or any(table[k].shape != first[k].shape for k in first):
            raise InputError(
                "runs of a sweep may differ in numbers only, not in structure", where="sweep"
            )
    found = [k for k in first if any(not np.array_equal(t[k], first[k]) for t in tables)]
    if "gear" in found and any(np.any((t["gear"] == 0) != (first["gear"] == 0)) for t in tables):
        raise InputError(
            "runs of a sweep may not differ in which joints are coupled", where="sweep"
        )
    return found


def _simulated(
    loop: Loop,
    variants: Sequence[Setup],
    tables: Sequence[Mapping[str, Array]],
    samples: Mapping[str, Array],
    progress: Progress | None,
    *,
    threads: int,
) -> Run:
    records = _Records(loop, len(variants))
    frames = _start(loop, variants, tables)
    loop.compiled.prepare(len(variants))
    begun = clock.perf_counter()
    setup = loop.system.setup
    pace = 256

    def run(complete: bool) -> Run:
        wall = clock.perf_counter() - begun
        return records.run(frames, variants, samples, wall, complete=complete)

    def partial() -> Run | None:
        return run(False) if records.some else None

    try:
        while frames.tick <= setup.ticks:
            # The last tick is recorded; where its steps lead to does not count.
            last = frames.tick == setup.ticks
            count = 1 if last else min(pace, setup.ticks - frames.tick)
            before, began = frames.data.copy(), clock.perf_counter()
            failure: NotFinite | None = None
            try:
                part = loop.compiled.advance(frames, count, threads)
            except NotFinite as error:
                # Once more, as far as it went well.
                failure, count = error, error.tick - frames.tick
                part = loop.compiled.advance(frames, count, threads)
            records.add(part)
            if not last and _runaway(loop, frames).any():
                story = _escape(loop, frames, before, count)
                records.cut(frames.tick)
                raise Diverged(story, partial())
            if failure is not None:
                raise Diverged(_story(loop, failure), partial())
            taken = clock.perf_counter() - began
            pace = max(1, int(count * min(16.0, _SLICE / max(taken, 1e-6))))
            if progress is not None and not last:
                simulated = min(frames.tick, setup.ticks) * setup.tick
                wall = clock.perf_counter() - begun
                progress(simulated, setup.duration, len(variants) * simulated / wall)
    except KeyboardInterrupt:
        if not records.some:
            raise
        return run(False)
    return run(True)


def _start(loop: Loop, variants: Sequence[Setup], tables: Sequence[Mapping[str, Array]]) -> Frames:
    """The frames before the first tick; runs with their own numbers have their own first values."""
    system, starter = loop.system, Starter(loop.system)
    free = bool(tables) and bool(system.values.places or system.free_links.names)
    found = (
        [starter.values(_own(system, table)) for table in tables] if free else [starter.values()]
    )
    values: dict[str, Array] = {
        name: np.stack([one[name] for one in found]) if free else found[0][name]
        for name in found[0]
    }
    values["seed"] = np.array([[float(variant.seed)] for variant in variants])
    values = {name: value for name, value in values.items() if name in loop.march.sizes}
    return loop.compiled.start(values, runs=len(variants))


def _own(system: System, numbers: Mapping[str, Array]) -> dict[str, Array]:
    """The free numbers of one run."""
    links = [numbers[name] for name in system.free_links.names]
    return {
        "parameters": system.values.vector(numbers),
        "link_parameters": np.concatenate(links) if links else np.zeros(0),
    }


def _runaway(loop: Loop, frames: Frames) -> Array:
    n = loop.system.mechanics.train.joints
    return np.asarray(np.abs(frames.get("velocity")[:, :n]) > _RUNAWAY, dtype=np.float64)


def _escape(loop: Loop, frames: Frames, before: Array, count: int) -> str:
    """When, and which joint: the slice once more, tick by tick."""
    frames.data[:] = before
    frames.tick -= count
    while not _runaway(loop, frames).any():
        loop.compiled.advance(frames, 1)
    run, joint = np.argwhere(_runaway(loop, frames))[0].tolist()
    name = loop.system.setup.robot.joint_names[joint]
    return _message(loop, frames.tick, run, f"velocity of joint '{name}' exceeds {_RUNAWAY:g}")


def _story(loop: Loop, error: NotFinite) -> str:
    names = loop.system.setup.robot.joint_names
    vector, element = error.vector, error.element
    if vector in ("position", "velocity", "change"):
        train = loop.system.mechanics.train
        kind = "position" if vector == "position" else "velocity"
        if element < train.joints:
            part = f"joint '{names[element]}'"
        elif element < train.axes:
            part = f"elastic axis '{loop.system.setup.elastic[element - train.joints].name}'"
        else:
            part = f"the motor of joint '{names[train.flexible[element - train.axes]]}'"
        return _message(loop, error.tick, error.run, f"{kind} of {part} is not finite")
    place = f" of '{names[element]}'" if element < len(names) else f", element {element}"
    return _message(loop, error.tick, error.run, f"'{vector}'{place} is not finite")


def _message(loop: Loop, tick: int, run: int, what: str) -> str:
    setup = loop.system.setup
    where = f"scenario '{setup.name}'" + (f", run {run}" if run else "")
    time = tick * setup.tick
    return (
        f"{where}: the simulation diverged at t = {time:.6g} s: {what} (step "
        f"{setup.tick / setup.integration.steps:g} s). Lower the controller's gains, or raise "
        "integration.steps; with very stiff springs try integration.method = 'implicit'"
    )


class _Records:
    """What is kept of the runs: memory for all of it is taken at the beginning, and no more."""

    def __init__(self, loop: Loop, runs: int) -> None:
        self._loop, self._runs, self._done = loop, runs, 0
        every = loop.march.record_every
        count = loop.system.setup.ticks // every + 1
        sizes = {name: loop.march.sizes[name] for name in loop.signals}
        total = 8 * runs * count * sum(sizes.values())
        try:
            self._data = {name: np.empty((runs, count, size)) for name, size in sizes.items()}
        except MemoryError:
            raise InputError(
                "not enough memory for what shall be recorded",
                where=f"scenario '{loop.system.setup.name}', recording",
                got=f"{total / 1e9:.1f} GB",
                hint="Record fewer signals, less often (recording.rate), or fewer runs.",
            ) from None

    @property
    def some(self) -> bool:
        """Whether anything was recorded."""
        return self._done > 0

    def cut(self, tick: int) -> None:
        """Forgets what was recorded at `tick` and later."""
        self._done = min(self._done, -(-tick // self._loop.march.record_every))

    def add(self, part: Mapping[str, Array]) -> None:
        count = 0
        for name, rows in part.items():
            count = rows.shape[1]
            self._data[name][:, self._done : self._done + count] = rows
        self._done += count

    def run(
        self,
        frames: Frames,
        variants: Sequence[Setup],
        samples: Mapping[str, Array],
        wall: float,
        *,
        complete: bool,
    ) -> Run:
        loop = self._loop
        setup, circuit = loop.system.setup, loop.system.circuit
        done = self._done
        units, dimensions = {}, {}
        for name in loop.signals:
            found = circuit.unit_and_size(name)
            if found is not None:
                units[name] = found[0]
                own = f"{name} element" if isinstance(found[1], int) else found[1]
                dimensions[name] = "" if own == "one" else own
        for instance in loop.system.sampled:
            for flag in flag_counters(instance):
                size = instance.block.declared[flag].size
                dimensions[instance.place(flag)] = size if isinstance(size, str) else "channel"
        period = loop.march.record_every * setup.tick
        run = Run.from_records(
            np.arange(done) * period,
            {name: rows[:, :done] for name, rows in self._data.items()},
            joints=setup.robot.joint_names,
            units=units,
            dimensions=dimensions,
            saturations=self._saturations(frames),
            single=len(variants) == 1,
            provenance={
                "scenario": setup.name,
                "robot": setup.robot.name,
                "robot_fingerprint": setup.robot.fingerprint(),
                "seed": setup.seed,
                "integrator": setup.integration.method,
                "step": setup.tick / setup.integration.steps,
                "tick": setup.tick,
                "complete": complete,
                "duration": min(frames.tick, setup.ticks) * setup.tick,
                "wall_seconds": wall,
            },
        )
        if not samples:
            return run
        return Run(run.data.assign({name: ("run", value) for name, value in samples.items()}))

    def _saturations(self, frames: Frames) -> dict[str, tuple[Array, Array]]:
        found: dict[str, tuple[Array, Array]] = {}
        for instance in self._loop.system.sampled:
            for flag, (count, first) in flag_counters(instance).items():
                ticks = frames.get(first)
                times = np.where(ticks > 0, (ticks - 1) * self._loop.system.setup.tick, np.nan)
                found[instance.place(flag)] = (frames.get(count), times)
        return found
