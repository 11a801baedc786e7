"""Exported C beside our own machine code: forward dynamics, and a whole closed loop.

`python -m benchmarks.exported_c` prints the table. Both run in native loops on one thread, each C
function called from another file, as a robot controller would.
"""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.table import Table

from armwright import Arm, Robot
from armwright.export.c_code.files import CFiles
from armwright.export.to_c import robot_files, scenario_files
from armwright.scenario import Scenario, load_scenario
from benchmarks.arms import arbitrary, industrial
from benchmarks.native_loop import NativeLoop
from benchmarks.timing import best_times

COMPILER = shutil.which("cc") or shutil.which("gcc")
#: The first is what the headers of exported code suggest; the last makes do without fused
#: multiply-add.
FLAGS = ("-O2 -march=native", "-O3 -march=native", "-O2")
#: States per turn: so many that the turn's own cost does not count.
BATCH = 4096
DURATION = 10.0

_MANY = """
#include "code.h"
void many(long count, const double *q, const double *v, const double *tau, double *a);
void many(long count, const double *q, const double *v, const double *tau, double *a)
{
    for (long k = 0; k < count; k++) {
        code_forward_dynamics(q + 6 * k, v + 6 * k, tau + 6 * k, a + 6 * k);
    }
}
"""
_RUN = """
#include "code.h"
void run(long ticks, long every, code_output *y);
void run(long ticks, long every, code_output *y)
{
    code_state s;
    code_init(&s);
    for (long k = 0; k < ticks; k++) {
        if (k % every == 0) {
            code_outputs(&s, y++);
        }
        code_step(&s);
    }
}
"""


@dataclass(frozen=True)
class Times:
    """Seconds per evaluation: `ours`, and of C for each of FLAGS; and to compile it."""

    ours: float
    exported: dict[str, float]
    compiling: float

    def ratio(self, flags: str = FLAGS[0]) -> float:
        return self.exported[flags] / self.ours


def measure(rounds: int) -> dict[str, Times]:
    """Nothing where there is no C compiler."""
    if COMPILER is None:
        return {}
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        return {
            "forward dynamics, industrial axes": _dynamics(industrial(6), place / "a", rounds),
            "forward dynamics, arbitrary axes": _dynamics(arbitrary(6), place / "b", rounds),
            "a tick of six-axis-line": _loop(_line(), place / "c", rounds),
        }


def _dynamics(robot: Robot, folder: Path, rounds: int) -> Times:
    files = robot_files(robot, "code", ["forward_dynamics"])
    q, v, tau = np.random.default_rng(1).normal(size=(3, BATCH, 6))
    found = np.empty((BATCH, 6))
    function = Arm(robot, lanes=1).function("forward_dynamics")
    arguments = [ctypes.c_void_p(x.ctypes.data) for x in (q, v, tau, found)]

    def exported(code: ctypes.CDLL) -> Callable[[], object]:
        code.many(ctypes.c_long(BATCH), *arguments)
        _check(found, function(q, v, tau))
        return lambda: code.many(ctypes.c_long(BATCH), *arguments)

    return _times(lambda: function(q, v, tau), exported, files, _MANY, folder, rounds, BATCH)


def _line() -> Scenario:
    return load_scenario("six-axis-line").changed({"duration": DURATION})


def _loop(scenario: Scenario, folder: Path, rounds: int) -> Times:
    files, loop = scenario_files(scenario, "code"), NativeLoop(scenario)
    ours = np.concatenate([rows[0] for rows in loop.run().values()], axis=1)
    found, ticks = np.empty_like(ours), scenario.ticks + 1
    every = loop.march.record_every
    arguments = [ctypes.c_long(ticks), ctypes.c_long(every), ctypes.c_void_p(found.ctypes.data)]

    def exported(code: ctypes.CDLL) -> Callable[[], object]:
        code.run(*arguments)
        _check(found, ours)
        return lambda: code.run(*arguments)

    return _times(loop.run, exported, files, _RUN, folder, rounds, ticks)


def _times(
    ours: Callable[[], object],
    exported: Callable[[ctypes.CDLL], Callable[[], object]],
    files: CFiles,
    driver: str,
    folder: Path,
    rounds: int,
    evaluations: int,
) -> Times:
    """All in turns; `exported` makes the work of a compiled library."""
    folder.mkdir()
    for name, text in {**files.texts, "driver.c": driver}.items():
        (folder / name).write_text(text)
    works, compiling = {"ours": ours}, {}
    for k, flags in enumerate(FLAGS):
        begin = time.perf_counter()
        command = [str(COMPILER), "-std=c99", *flags.split(), "-fPIC", "-shared", "code.c"]
        subprocess.run([*command, "driver.c", "-o", f"{k}.so", "-lm"], cwd=folder, check=True)
        compiling[flags] = time.perf_counter() - begin
        works[flags] = exported(ctypes.CDLL(str(folder / f"{k}.so")))
    best = best_times(works, rounds, clock=time.thread_time)
    seconds = {name: value / evaluations for name, value in best.items()}
    return Times(seconds.pop("ours"), seconds, compiling[FLAGS[0]])


def _check(found: np.ndarray, expected: np.ndarray) -> None:
    """A fast wrong answer would be worth nothing."""
    error = np.abs(found - expected).max() / np.abs(expected).max()
    if not error < 1e-9:
        raise SystemExit(f"exported C differs by {error:.1e}")


def table(times: dict[str, Times]) -> Table:
    result = Table(title="Exported C: its time as a multiple of our machine code's, one thread")
    result.add_column("", no_wrap=True)
    short = (flags.replace(" -march=native", "\nnative") for flags in FLAGS)
    for head in ("ours\nns", *short, "compiled in\ns"):
        result.add_column(head, justify="right")
    for name, one in times.items():
        ratios = (f"{one.ratio(flags):.2f}" for flags in FLAGS)
        result.add_row(name, f"{one.ours * 1e9:.0f}", *ratios, f"{one.compiling:.1f}")
    return result


if __name__ == "__main__":
    Console().print(table(measure(10)))
