"""What a newcomer waits for: from a scenario's name to its first run, each in a new process."""

from __future__ import annotations

from rich.table import Table

from benchmarks.timing import cold_and_warm

_JOB = """
import json, time
begin = time.perf_counter()
import armwright as aw
scenario = aw.load_scenario("six-axis-line")
loaded = time.perf_counter()
run = scenario.simulate()
run.data["tool_position"].values
first = time.perf_counter()
scenario.changed({"joints.2.friction.coulomb": 0.06}).simulate()
second = time.perf_counter()
scenario.sweep({"joints.*.friction.coulomb": "10%"}, samples=100)
swept = time.perf_counter()
print(json.dumps([loaded - begin, first - loaded, second - first, swept - second]))
"""
_STEPS = (
    "import, read and check the scenario",
    "its run of 6 s, everything compiled before",
    "another friction, and again",
    "a sweep of 100 runs, all cores",
)


def measure(rounds: int) -> dict[str, list[float]]:
    """Best of `rounds`, in seconds: for each step, cold and from the cache."""
    cold, warm = cold_and_warm(_JOB, rounds)
    return {
        step: [min(times[k] for times in cold), min(times[k] for times in warm)]
        for k, step in enumerate(_STEPS)
    }


def table(times: dict[str, list[float]]) -> Table:
    shown = Table(title="From the name of a scenario to its runs, new process, s")
    shown.add_column("six axes", min_width=44)
    shown.add_column("cold", justify="right")
    shown.add_column("from the cache", justify="right")
    for step, (cold, cached) in times.items():
        shown.add_row(step, f"{cold:.2f}", f"{cached:.2f}")
    shown.add_section()
    shown.add_row("until the first result", *(f"{sum(t):.2f}" for t in _until_first(times)))
    return shown


def _until_first(times: dict[str, list[float]]) -> list[tuple[float, float]]:
    load, first = (times[step] for step in _STEPS[:2])
    return list(zip(load, first, strict=True))
