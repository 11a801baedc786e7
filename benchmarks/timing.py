"""How things are timed: in turns, so that a busy machine slows all of them, and the best counts."""

from __future__ import annotations

import time
from collections.abc import Callable


def calls_that_take(work: Callable[[], object], at_least: float) -> int:
    """How many calls take about `at_least` seconds."""
    count = 1
    while True:
        begin = time.perf_counter()
        for _ in range(count):
            work()
        if time.perf_counter() - begin >= at_least:
            return count
        count *= 2


def best_times(
    works: dict[str, Callable[[], object]], rounds: int, turn: float = 0.01
) -> dict[str, float]:
    """Seconds per call of each, the best of `rounds` turns of about `turn` seconds."""
    counts = {name: calls_that_take(work, turn) for name, work in works.items()}
    best = dict.fromkeys(works, float("inf"))
    for _ in range(rounds):
        for name, work in works.items():
            begin = time.perf_counter()
            for _ in range(counts[name]):
                work()
            best[name] = min(best[name], (time.perf_counter() - begin) / counts[name])
    return best
