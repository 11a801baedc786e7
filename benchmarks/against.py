"""What a change gained: this tree beside another commit of it, in one run.

`python -m benchmarks.against COMMIT` checks COMMIT out into a temporary folder, starts a process
for each of the two trees, and lets them do the same works in turns, so that a busy machine slows
both; of each the best time counts. `make bench AGAINST=COMMIT` does so after all other benchmarks.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.table import Table

ROOT = Path(__file__).parent.parent
POINTS = 400
#: States for derivatives.
BATCH = 4096


@dataclass(frozen=True)
class Pair:
    """Seconds of processor time, before and now."""

    before: float
    now: float


def measure(commit: str, rounds: int) -> dict[str, Pair]:
    with _checked_out(commit) as before, _Worker(before) as old, _Worker(ROOT) as new:
        names = [name for name in new.works if name in old.works]
        best = {name: [float("inf"), float("inf")] for name in names}
        for _ in range(rounds):
            for name in names:
                for k, worker in enumerate((old, new)):
                    best[name][k] = min(best[name][k], worker.time(name))
        return {name: Pair(*times) for name, times in best.items()}


def table(found: Mapping[str, Pair], commit: str) -> Table:
    shown = Table(title=f"One thread, processor time: {commit}, and now")
    for heading in ("", "before, ms", "now, ms", "times faster"):
        shown.add_column(heading, justify="left" if not heading else "right")
    for name, pair in found.items():
        times = (f"{1e3 * seconds:.2f}" for seconds in (pair.before, pair.now))
        shown.add_row(name, *times, f"{pair.before / pair.now:.2f}")
    return shown


@contextmanager
def _checked_out(commit: str) -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / "tree"
        git = ["git", "-C", str(ROOT), "worktree"]
        subprocess.run([*git, "add", "--quiet", "--detach", str(tree), commit], check=True)
        try:
            yield tree
        finally:
            subprocess.run([*git, "remove", "--force", str(tree)], check=True)


class _Worker:
    """A process that imports armwright and its benchmarks from a tree."""

    def __init__(self, tree: Path) -> None:
        path = os.pathsep.join(str(one) for one in (tree / "src", tree))
        self._process = subprocess.Popen(
            [sys.executable, "-P", __file__, "--work"],
            env={**os.environ, "PYTHONPATH": path},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def __enter__(self) -> _Worker:
        self.works: list[str] = self._answer()
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.wait()

    def time(self, work: str) -> float:
        """Seconds that it takes."""
        assert self._process.stdin is not None
        print(json.dumps(work), file=self._process.stdin, flush=True)
        seconds: float = self._answer()
        return seconds

    def _answer(self):  # type: ignore[no-untyped-def]
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise SystemExit("a process that should be timed has ended")
        return json.loads(line)


def _work() -> None:
    """Tells the names of all works, then does each that is asked for and tells its time."""
    works = _works()
    for work in works.values():  # machine code is made, and memory is there
        work()
    print(json.dumps(list(works)), flush=True)
    for line in sys.stdin:
        work = works[json.loads(line)]
        begin = time.thread_time()
        work()
        print(json.dumps(time.thread_time() - begin), flush=True)


def _works() -> dict[str, Callable[[], object]]:
    """Named for whoever reads the table; what they call must be there in both trees."""
    from armwright import Arm
    from armwright.compiler.machine import host_cpu
    from benchmarks import arms, elastic_axes, perturbation, six_axis_loop
    from benchmarks.native_loop import NativeLoop

    width = host_cpu().lanes
    usual = six_axis_loop.scenario()
    loops = {
        "loop, usual signals": NativeLoop(usual),
        "loop, tool alone": NativeLoop(usual.changed({"recording.signals": ["tool_position"]})),
        "perturbation method": NativeLoop(perturbation.scenario(), points=POINTS),
        "18 elastic axes": NativeLoop(elastic_axes.elastic_loop()),
    }
    works: dict[str, Callable[[], object]] = {}
    for name, loop in loops.items():
        works[f"{name}: scalar"] = loop.run
        works[f"{name}: {_lanes(width)}"] = lambda loop=loop: loop.run(width)  # type: ignore[misc]
    state = np.random.default_rng(1).normal(size=(3, BATCH, 6))
    for make in (arms.industrial, arms.arbitrary):
        for lanes in (1, width):
            derivatives = Arm(make(6), lanes=lanes).function("inverse_dynamics_derivatives")
            out = derivatives(*state)
            works[f"derivatives, {make.__name__}: {_lanes(lanes)}"] = (
                lambda code=derivatives, out=out: code(*state, out=out)  # type: ignore[misc]
            )
    return works


def _lanes(lanes: int) -> str:
    return "scalar" if lanes == 1 else f"{lanes} lanes"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.against", description=__doc__)
    parser.add_argument("commit", nargs="?", default="HEAD", help="what to compare with")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--work", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.work:
        _work()
    else:
        Console().print(table(measure(given.commit, given.rounds), given.commit))


if __name__ == "__main__":
    main()
