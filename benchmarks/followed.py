"""Friction followed through five minutes of a six-axis arm at 1 kHz: by a plain filter, and by the
one that is cured of drift, which has the links move behind their springs.

`python -m benchmarks.followed` prints the table. Times are of the processor, from the log to the
fit: other work on the machine does not count.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

from rich.console import Console
from rich.table import Table

from armwright.identify import PLAIN, AdaptiveTuning, adaptive
from armwright.studies.friction.adaptive.runs import BATCH, NAMES, heavier, measured_logs, off
from armwright.studies.friction.adaptive.source import COLD, DEVIATIONS, WARM, serial_arm
from benchmarks.timing import best_times

FILTERS = {"plain": PLAIN, "cured": AdaptiveTuning()}


@dataclass(frozen=True)
class FollowedTimes:
    """`log`: s of data. By filter: `seconds` of the processor, and `off`: the largest error of a
    number, in %."""

    log: float
    seconds: dict[str, float]
    off: dict[str, float]


def measure(rounds: int, seconds: float = BATCH) -> FollowedTimes:
    (log,) = measured_logs([COLD], seconds)
    believed = heavier(serial_arm(WARM))
    works = {
        name: lambda tuning=tuning: adaptive(
            believed, log, NAMES, tuning=tuning, deviations=DEVIATIONS
        )
        for name, tuning in FILTERS.items()
    }
    errors = {name: max(map(abs, off(work(), COLD).values())) for name, work in works.items()}
    return FollowedTimes(seconds, best_times(works, rounds, clock=time.process_time), errors)


def table(times: FollowedTimes) -> Table:
    found = Table(title=f"Three numbers of friction followed through {times.log:.0f} s at 1 kHz")
    found.add_column("filter", min_width=30)
    for name in ("s", "times real time", "largest error"):
        found.add_column(name, justify="right", min_width=10)
    for name, taken in times.seconds.items():
        found.add_row(name, f"{taken:.2f}", f"{times.log / taken:.0f}", f"{times.off[name]:.1f} %")
    return found


if __name__ == "__main__":
    Console().print(table(measure(5)))
