"""What a run needs at its peak: it grows with what is recorded, not with what is simulated."""

from __future__ import annotations

import tracemalloc

from benchmarks.six_axis_loop import scenario

#: Duration in s, records per s.
CASES = ((10.0, 1000.0), (100.0, 100.0), (100.0, 1000.0))


def measure() -> dict[str, float]:
    """MB, of all that Python and NumPy take while a scenario is simulated."""
    scenario(0.1).simulate()  # so that nothing is counted that is only done once
    return {_label(*case): _peak(*case) / 1e6 for case in CASES}


def _label(duration: float, rate: float) -> str:
    return f"{duration:g} s, {duration * rate:.0f} records"


def _peak(duration: float, rate: float) -> int:
    long = scenario(duration).changed({"recording.rate": rate})
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        long.simulate()
        return tracemalloc.get_traced_memory()[1] - before
    finally:
        tracemalloc.stop()
