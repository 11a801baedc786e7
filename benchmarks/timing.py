"""How things are timed: in turns, so that a busy machine slows all of them, and the best counts."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Hashable, Mapping
from typing import TypeVar

Name = TypeVar("Name", bound=Hashable)
Clock = Callable[[], float]


def calls_that_take(
    work: Callable[[], object], at_least: float, clock: Clock = time.perf_counter
) -> int:
    """How many calls take about `at_least` seconds."""
    count = 1
    while True:
        begin = clock()
        for _ in range(count):
            work()
        if clock() - begin >= at_least:
            return count
        count *= 2


def best_times(
    works: Mapping[Name, Callable[[], object]],
    rounds: int,
    turn: float = 0.01,
    clock: Clock = time.perf_counter,
) -> dict[Name, float]:
    """Seconds per call of each, the best of `rounds` turns of about `turn` seconds.

    `time.thread_time` as clock does not count while others have the processor: for long works on
    one thread, which hardly ever have a whole turn for themselves on a busy machine.
    """
    counts = {name: calls_that_take(work, turn, clock) for name, work in works.items()}
    best = dict.fromkeys(works, float("inf"))
    for _ in range(rounds):
        for name, work in works.items():
            begin = clock()
            for _ in range(counts[name]):
                work()
            best[name] = min(best[name], (clock() - begin) / counts[name])
    return best


def cold_and_warm(job: str, rounds: int) -> tuple[list[list[float]], list[list[float]]]:
    """The seconds that a program prints as JSON, each time in a new process: with an empty cache
    of machine code, and again with what is in it then. Python has its bytecode each time, as after
    an installation."""
    cold, warm = [], []
    with tempfile.TemporaryDirectory() as bytecode:
        with tempfile.TemporaryDirectory() as folder:
            _printed(job, folder, bytecode)
        for _ in range(rounds):
            with tempfile.TemporaryDirectory() as folder:
                cold.append(_printed(job, folder, bytecode))
                warm.append(_printed(job, folder, bytecode))
    return cold, warm


def _printed(job: str, cache: str, bytecode: str) -> list[float]:
    environment = {**os.environ, "ARMWRIGHT_CACHE": cache, "PYTHONPYCACHEPREFIX": bytecode}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    done = subprocess.run(
        [sys.executable, "-c", job], env=environment, capture_output=True, text=True, check=True
    )
    return list(json.loads(done.stdout))
