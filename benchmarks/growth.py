"""How the cost of a simulation grows: with its duration, the joints, the number of runs.

`python -m benchmarks.growth` prints the table and draws docs/images/simulation_scaling.png.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from rich.console import Console
from rich.table import Table

from armwright.blocks.controllers import CONTROLLERS
from armwright.blocks.references import REFERENCES
from armwright.compiler.machine import host_cpu
from armwright.scenario import Scenario
from armwright.system import Blocks
from benchmarks import memory
from benchmarks.arms import driven
from benchmarks.growth_picture import draw
from benchmarks.native_loop import NativeLoop
from benchmarks.scaling import without_cache
from benchmarks.six_axis_loop import scenario
from benchmarks.timing import best_times

DURATIONS = (1, 3, 10, 30, 100)
JOINTS = (2, 3, 4, 6, 8, 10, 12, 15, 20)
RUNS = (4, 16, 64, 256)
#: Exponents are fitted from here on: what is smaller is dominated by constants.
FIT_FROM = {"joints": 6}
#: What differs between the runs of the sweep.
SPREADS = {
    "links.output_shaft.mass": "10%",
    "joints.*.friction.coulomb": "10%",
    "joints.*.stiffness": "10%",
}


@dataclass(frozen=True)
class Line:
    """Seconds `y` against `x`, and the exponent p of y ~ xᵖ."""

    x: tuple[int, ...]
    y: tuple[float, ...]
    exponent: float

    @property
    def each(self) -> float:
        """What one more costs, at the end."""
        return (self.y[-1] - self.y[-2]) / (self.x[-1] - self.x[-2])


@dataclass(frozen=True)
class Growth:
    """`duration`: one run. `joints…`: one tick, of one run or in lanes per run; to build and to
    compile. `runs…`: a sweep of 10 s runs, and what comes before their first tick."""

    duration: Line
    joints_scalar: Line
    joints_lanes: Line
    joints_compile: Line
    runs_running: Line
    runs_preparing: Line
    #: peak memory, MB, by what was run
    memory: Mapping[str, float]


def measure(rounds: int) -> Growth:
    joints = _joints(rounds)
    before, running = _runs()
    return Growth(
        duration=line("duration", DURATIONS, _durations(rounds)),
        joints_scalar=line("joints", JOINTS, joints["scalar"]),
        joints_lanes=line("joints", JOINTS, joints["lanes"]),
        joints_compile=line("joints", JOINTS, joints["compile"]),
        runs_running=line("runs", RUNS, running),
        runs_preparing=line("runs", RUNS, before),
        memory=memory.measure(),
    )


def line(what: str, x: Sequence[int], y: Sequence[float]) -> Line:
    """With the exponent fitted by least squares of logarithms."""
    first = FIT_FROM.get(what, 0)
    chosen = [k for k, value in enumerate(x) if value >= first]
    slope = np.polyfit(np.log([x[k] for k in chosen]), np.log([y[k] for k in chosen]), 1)[0]
    return Line(tuple(x), tuple(y), float(slope))


def _durations(rounds: int) -> list[float]:
    loop = NativeLoop(scenario().changed({"recording.rate": 100.0}))
    works = {d: partial(loop.run, duration=float(d)) for d in DURATIONS}
    best = best_times(works, rounds, clock=time.thread_time)
    return [best[d] for d in DURATIONS]


def _joints(rounds: int) -> dict[str, list[float]]:
    """Seconds for one tick, and to build the code."""
    width = host_cpu().lanes
    found: dict[str, list[float]] = {"scalar": [], "lanes": [], "compile": []}
    for joints in JOINTS:
        with without_cache():
            begin = time.thread_time()
            loop = NativeLoop(moving(joints))
            loop.compiled.prepare(1)
            found["compile"].append(time.thread_time() - begin)
            loop.compiled.prepare(width)
        works = {"scalar": loop.run, "lanes": partial(loop.run, width)}
        best = best_times(works, 3 * rounds, clock=time.thread_time)
        ticks = loop.setup.ticks + 1
        found["scalar"].append(best["scalar"] / ticks)
        found["lanes"].append(best["lanes"] / ticks / width)
    return found


def moving(joints: int) -> Scenario:
    """An arm of so many joints in a closed loop, on its way from one posture to another."""
    reference = REFERENCES["joint_ptp"](
        name="reference",
        rate=1000.0,
        begin=[0.3] * joints,
        end=[0.5] * joints,
        speed=0.5,
        acceleration=2.0,
    )
    controller = CONTROLLERS["cascade"](
        name="controller",
        position_rate=1000.0,
        velocity_rate=4000.0,
        position_gain=10.0,
        velocity_gain=0.15,
        integral_time=0.1,
    )
    arm = driven(joints)
    base = Scenario(
        arm.name,
        arm,
        duration=0.5,
        blocks=Blocks(reference=reference, controller=(controller,)),
    )
    return base.changed({"recording.signals": ["joint_position"], "recording.rate": 100.0})


def _runs() -> tuple[list[float], list[float]]:
    """Seconds until the first ticks of a sweep's runs are done, and from there to its end."""
    thin = {"recording.signals": ["tool_position"], "recording.rate": 100.0}
    base = scenario().changed(thin)
    base.sweep(SPREADS, samples=2, threads=1)  # from now on the code is in the cache
    before, running = [], []
    for runs in RUNS:
        moments = [time.thread_time()]

        def progress(*_: float, moments: list[float] = moments) -> None:
            moments.append(time.thread_time())

        base.sweep(SPREADS, samples=runs, threads=1, progress=progress)
        moments.append(time.thread_time())
        before.append(moments[1] - moments[0])
        running.append(moments[-1] - moments[1])
    return before, running


def table(growth: Growth) -> Table:
    shown = Table(title="How a simulation's cost grows, one thread")
    for heading in ("", "from", "to", "one more", "exponent"):
        shown.add_column(heading, justify="left" if not heading else "right")
    rows = {
        "s of duration, one run": (growth.duration, 1e3, "ms"),
        "joints, one tick": (growth.joints_scalar, 1e6, "µs"),
        "joints, one tick in lanes, per run": (growth.joints_lanes, 1e6, "µs"),
        "joints, to build and compile": (growth.joints_compile, 1.0, "s"),
        "runs of 10 s, simulating": (growth.runs_running, 1.0, "s"),
        "runs of 10 s, before the first tick": (growth.runs_preparing, 1.0, "s"),
    }
    for label, (row, scale, unit) in rows.items():
        ends = [f"{row.x[k]:g}: {_digits(scale * row.y[k])} {unit}" for k in (0, -1)]
        each = f"{_digits(scale * row.each)} {unit}"
        shown.add_row(label, *ends, each, f"{row.exponent:.2f}")
    shown.add_section()
    for label, megabytes in growth.memory.items():
        shown.add_row(f"peak memory, {label}", "", f"{megabytes:.1f} MB", "", "")
    return shown


def _digits(value: float) -> str:
    return f"{value:.0f}" if value >= 10 else f"{value:#.2g}"


if __name__ == "__main__":
    found = measure(3)
    Console().print(table(found))
    draw(found)
