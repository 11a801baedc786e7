"""What stands around the native loop: second runs, prepared scenarios, sweeps; all beside the same
machine code by itself."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
from rich.table import Table

from armwright import Prepared, Scenario, load_scenario
from armwright.compiler import Frames
from armwright.simulation.holding import hold
from benchmarks.timing import best_times

FIGURES = (
    "path_error = largest(norm(tool_position - reference_tool_position))",
    "torque = rms(joint_torque)",
)
SPREADS = {"joints.*.friction.coulomb": "10%", "links.*.mass": "5%"}
GAIN = "controller.position_gain"
#: Runs of a sweep that is timed, and threads that it has.
RUNS, THREADS = 1024, 2
GROWTH = (100, 1_000, 10_000, 100_000)


@dataclass(frozen=True)
class ManyRuns:
    """Seconds. `loop_…`: machine code alone, for the run, or for all runs of a sweep."""

    loop: float
    second: float
    changed: float
    loop_prepared: float
    prepared: float
    loop_figures: float
    sweep_figures: float
    loop_signals: float
    sweep_signals: float
    two_threads: float
    two_processes: float


def measure(rounds: int, scenario: Scenario | None = None) -> ManyRuns:
    one = scenario or load_scenario("six-axis-line")
    values = count(1)
    nominal = float(one.prepare([GAIN]).nominal[GAIN])

    def changed() -> object:
        return one.changed({GAIN: nominal * (1 + 1e-4 * next(values))}).simulate()

    tuned = one.prepare([GAIN], FIGURES)
    alone = best_times(
        {
            "loop": bare(one.prepare(), 1, 1),
            "second": one.simulate,
            "changed": changed,
            "loop prepared": bare(tuned, 1, 1),
            "prepared": lambda: tuned.run({GAIN: nominal * (1 + 1e-4 * next(values))}, threads=1),
        },
        rounds,
    )
    paths = list(SPREADS)
    judged = one.prepare(paths, FIGURES, record=False)
    recorded = one.prepare(paths)
    with tempfile.TemporaryDirectory() as folder:
        numbers = count()

        def to_folder() -> object:
            path = Path(folder) / f"{next(numbers)}.zarr"
            return one.sweep_to(
                path, SPREADS, RUNS, figures=FIGURES, keep="figures", threads=THREADS
            )

        many = best_times(
            {
                "loop figures": bare(judged, RUNS, THREADS),
                "sweep figures": to_folder,
                "loop signals": bare(recorded, RUNS, THREADS),
                "sweep signals": lambda: one.sweep(SPREADS, RUNS, threads=THREADS),
            },
            max(2, rounds // 4),
        )
    threads, processes = _threads_and_processes()
    return ManyRuns(
        alone["loop"],
        alone["second"],
        alone["changed"],
        alone["loop prepared"],
        alone["prepared"],
        many["loop figures"],
        many["sweep figures"],
        many["loop signals"],
        many["sweep signals"],
        threads,
        processes,
    )


def bare(prepared: Prepared, runs: int, threads: int) -> Callable[[], Frames]:
    """Nothing but the machine code, from start to end; where it begins was found before."""
    loop = prepared.loop
    ensemble = prepared.ensemble({}, 1 + np.arange(runs))
    sizes = loop.march.sizes
    start = {name: value for name, value in ensemble.start.items() if name in sizes}
    setup = loop.system.setup

    def run() -> Frames:
        frames = loop.compiled.start(start, runs)
        frames.steps = setup.integration.number
        frames.vector("step")[:] = setup.tick / frames.steps
        hold(frames, setup.integration.inertia_steps)
        loop.compiled.advance(frames, setup.ticks + 1, threads)
        return frames

    return run


_JOB = """
import sys, time
import numpy as np
from armwright import load_scenario
from benchmarks.many_runs import FIGURES, RUNS, SPREADS
threads = int(sys.argv[1])
prepared = load_scenario("six-axis-line").prepare(list(SPREADS), FIGURES, record=False)
seeds = np.arange(RUNS)
prepared.execute({}, seeds, threads=threads)
print("ready", flush=True)
sys.stdin.readline()
begin = time.perf_counter()
for _ in range(3):
    prepared.execute({}, seeds, threads=threads)
print(time.perf_counter() - begin, flush=True)
"""


def _threads_and_processes() -> tuple[float, float]:
    """Seconds per run: of one process with two threads, and of two processes with one each."""
    return _together(1, 2) / (3 * RUNS), _together(2, 1) / (3 * 2 * RUNS)


def _together(processes: int, threads: int) -> float:
    jobs = [
        subprocess.Popen(
            [sys.executable, "-c", _JOB, str(threads)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(processes)
    ]
    try:
        for job in jobs:
            assert job.stdout is not None and job.stdin is not None
            job.stdout.readline()
        for job in jobs:
            assert job.stdin is not None
            job.stdin.write("go\n")
            job.stdin.flush()
        return max(float(job.communicate()[0].split()[-1]) for job in jobs)
    finally:
        for job in jobs:
            job.kill()


def grow(most: int = GROWTH[-1]) -> dict[str, list[float]]:
    """Seconds per run of sweeps with more and more runs, of 0.5 s each, into a folder."""
    scenario = load_scenario("six-axis-line").changed({"duration": 0.5})
    sizes = [runs for runs in GROWTH if runs <= most]
    found: dict[str, list[float]] = {"runs": [float(n) for n in sizes], "seconds per run": []}
    with tempfile.TemporaryDirectory() as folder:
        for k, runs in enumerate((*sizes[:1], *sizes)):  # the first one makes machine code
            begin = time.perf_counter()
            scenario.sweep_to(
                Path(folder) / f"{k}.zarr", SPREADS, runs, figures=FIGURES, keep="figures"
            )
            if k:
                found["seconds per run"].append((time.perf_counter() - begin) / runs)
    return found


def table(found: ManyRuns) -> Table:
    shown = Table(title="six-axis-line, 6 s: from one run to many, beside the machine code alone")
    for column in ("", "ms", "loop, ms", "", "asked for"):
        shown.add_column(column, justify="left" if not column else "right")

    def row(name: str, taken: float, loop: float, words: str, asked: str) -> None:
        shown.add_row(name, f"{1e3 * taken:.2f}", f"{1e3 * loop:.2f}", words, asked)

    def over(taken: float, loop: float, factor: float) -> str:
        return f"{1e3 * (taken - factor * loop):+.2f} ms + {factor:g} × loop"

    loop, own = found.loop, found.loop_prepared
    row("simulate() again", found.second, loop, over(found.second, loop, 1.3), "5 ms + 1.3 ×")
    row("a number changed", found.changed, loop, over(found.changed, loop, 1.3), "5 ms + 1.3 ×")
    row("prepared.run", found.prepared, own, over(found.prepared, own, 1.1), "0.5 ms + 1.1 ×")
    for name, taken, alone, asked in (
        ("sweep, figures, per run", found.sweep_figures, found.loop_figures, "75 %"),
        ("sweep, signals, per run", found.sweep_signals, found.loop_signals, "50 %"),
    ):
        row(name, taken / RUNS, alone / RUNS, f"{100 * alone / taken:.0f} % of its rate", asked)
    rate = 100 * found.two_processes / found.two_threads
    words = f"{rate:.0f} % of two processes"
    row("two threads, per run", found.two_threads, found.two_processes, words, "95 %")
    return shown


def growth_table(found: dict[str, list[float]]) -> Table:
    shown = Table(title="Sweeps of 0.5 s into a folder, figures only: time per run")
    shown.add_column("runs", justify="right")
    shown.add_column("ms per run", justify="right")
    for runs, seconds in zip(found["runs"], found["seconds per run"], strict=True):
        shown.add_row(f"{runs:.0f}", f"{1e3 * seconds:.3f}")
    return shown


def draw(found: dict[str, list[float]], path: Path) -> None:
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure: Any = Figure(figsize=(6, 3.6), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.subplots()
    axes.semilogx(found["runs"], [1e3 * value for value in found["seconds per run"]], "-o")
    axes.set_ylim(bottom=0)
    axes.set_xlabel("runs in a sweep")
    axes.set_ylabel("ms per run of 0.5 s, end to end")
    axes.grid(alpha=0.35)
    figure.savefig(path, dpi=130)
