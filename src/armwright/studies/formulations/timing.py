"""How long something takes."""

from __future__ import annotations

import time as clock
from collections.abc import Callable

#: The shortest of so many tries: what else the machine does only adds.
TRIES = 3


def best_time(work: Callable[[], object]) -> float:
    """Seconds."""
    work()
    times = []
    for _ in range(TRIES):
        begun = clock.perf_counter()
        work()
        times.append(clock.perf_counter() - begun)
    return min(times)
