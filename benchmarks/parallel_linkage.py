"""The arm with a parallel linkage: how many times faster than real time each of its forms is.

`python -m benchmarks.parallel_linkage` prints the table. One thread, all of a run included.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

from rich.console import Console
from rich.table import Table

from armwright.studies.parallel_linkage.arms import LOOP, SERIAL
from armwright.studies.parallel_linkage.runs import RIGID, arm_scenario, programme
from benchmarks.timing import best_times


@dataclass(frozen=True)
class LinkageRatios:
    """× real time, on the study's fast programme, which lasts `duration` s. `step_error`: of the
    arm with its loop, rad at the end."""

    loop: float
    replaced: float
    rigid_loop: float
    minimal: float
    duration: float
    step_error: float


def measure(rounds: int) -> LinkageRatios:
    wanted = programme("high")
    prepared = {
        "loop": arm_scenario(LOOP, wanted).prepare(),
        "replaced": arm_scenario(SERIAL, wanted).prepare(),
        "rigid_loop": arm_scenario(LOOP, wanted, RIGID).prepare(),
        "minimal": arm_scenario(SERIAL, wanted, RIGID).prepare(),
    }
    error = float(prepared["loop"].simulate().data.attrs["step_error"])
    works = {name: one.simulate for name, one in prepared.items()}
    best = best_times(works, rounds, clock=time.thread_time)
    ratios = {name: wanted.lasts / seconds for name, seconds in best.items()}
    return LinkageRatios(**ratios, duration=wanted.lasts, step_error=error)


def table(ratios: LinkageRatios) -> Table:
    found = Table(title="An arm with a parallel linkage, control at 1 / 4 kHz, one thread")
    found.add_column("")
    found.add_column("times real time", justify="right")
    found.add_row("with its loop: 19 coordinates, 3 constraints", f"{ratios.loop:.0f}")
    found.add_row("replaced outside the loop: 18 coordinates", f"{ratios.replaced:.0f}")
    found.add_row("rigid, with its loop", f"{ratios.rigid_loop:.0f}")
    found.add_row("rigid, minimal form", f"{ratios.minimal:.0f}")
    return found


if __name__ == "__main__":
    Console().print(table(measure(10)))
