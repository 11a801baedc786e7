"""Runs a loop in slices, so that progress shows, and one can stop at any time."""

from __future__ import annotations

import math
import time as clock
from collections.abc import Callable

from armwright.compiler import NotFinite
from armwright.signals import Run
from armwright.simulation.divergence import Diverged, Escape, Words, escape, runaway, story
from armwright.simulation.ensemble import Ensemble
from armwright.simulation.guard import Guard
from armwright.simulation.holding import hold
from armwright.simulation.loop import Loop
from armwright.simulation.records import Records
from armwright.simulation.results import Executed
from armwright.system.names import STEP

#: Called now and then with (simulated s, duration s, how many times faster than real time).
ProgressCallback = Callable[[float, float, float], None]

#: How long a slice lasts, s: short enough to feel a key, long enough to cost nothing.
_SLICE = 0.1


class TooCoarse(Exception):
    """The steps lead too far astray, or to nothing finite."""


def execute(
    loop: Loop,
    runs: Ensemble,
    progress: ProgressCallback | None = None,
    threads: int = 1,
    *,
    steps: int | None = None,
    limit: float = math.inf,
    guarded: bool = True,
) -> Executed:
    """The loop from beginning to end. `steps` of a tick: None for those of the setup. `guarded`:
    their error is looked at; TooCoarse as soon as it is above `limit`, or a run diverges while
    there is a limit."""
    count_of_runs = runs.runs
    records = Records(loop, count_of_runs)
    start = {name: value for name, value in runs.start.items() if name in loop.march.sizes}
    frames = loop.compiled.start(start, runs=count_of_runs)
    setup = runs.setup
    frames.steps = steps or setup.integration.number
    if STEP in frames.march.sizes:
        frames.vector(STEP)[:] = setup.tick / frames.steps
    hold(frames, setup.integration.inertia_steps)
    guard = Guard(loop, frames.hold) if guarded and loop.system.step.is_symbolic() else None
    loop.compiled.prepare(count_of_runs)
    begun = clock.perf_counter()
    pace = 256

    #: runs that diverged, and the words for it
    lost: dict[int, Escape] = {}
    #: the run that goes on in their places
    donor = 0

    def executed(*, complete: bool) -> Executed:
        error = guard.error if guard else None
        wall = clock.perf_counter() - begun
        return Executed(loop, runs, records, frames, wall, lost, error, complete)

    def partial() -> Run | None:
        return executed(complete=False).run if records.count else None

    def give_up(place: int, words: Words) -> None:
        """One bad run does not spoil the others: its place is taken by a copy of one of them."""
        nonlocal donor
        if limit < math.inf:
            raise TooCoarse
        bad = donor if place in lost else min(place, count_of_runs - 1)
        lost[bad] = words(runs.first + bad)
        healthy = [k for k in range(count_of_runs) if k not in lost]
        if not healthy:
            first, every = next(iter(lost.values())), dict(lost)
            del lost[bad]  # what there is of it is its own up to here
            raise Diverged(first, partial(), every)
        donor = healthy[0]
        frames.replace_runs(lost, donor)

    try:
        while frames.tick <= setup.ticks:
            # The last tick is recorded; where its steps lead to does not count.
            last = frames.tick == setup.ticks
            count = 1 if last else min(pace, setup.ticks - frames.tick)
            watched = None
            if guard and not last:
                count, watched = guard.ticks(frames, count), guard.copy(frames)
            before, began = frames.data.copy(), clock.perf_counter()
            failure: NotFinite | None = None
            went = False
            while not went:
                try:
                    loop.compiled.advance_into(records.room, frames, count, threads)
                    went = True
                except NotFinite as error:
                    # Once more, as far as it went well; another run may have failed before.
                    failure, count = error, error.tick - frames.tick
            records.until(frames.tick)
            if not last and runaway(loop, frames).any():
                place, words = escape(loop, frames, before, count)
                records.until(frames.tick)
                give_up(place, words)
                continue
            if failure is not None:
                give_up(failure.run, story(loop, frames, failure))
                continue
            taken = clock.perf_counter() - began
            pace = max(1, int(count * min(16.0, _SLICE / max(taken, 1e-6))))
            if guard and watched:
                guard.compare(watched, frames)
                if guard.error > limit:
                    raise TooCoarse
            if progress is not None and not last:
                simulated = min(frames.tick, setup.ticks) * setup.tick
                wall = clock.perf_counter() - begun
                progress(simulated, setup.duration, count_of_runs * simulated / wall)
    except KeyboardInterrupt:
        if not records.count:
            raise
        return executed(complete=False)
    return executed(complete=True)
