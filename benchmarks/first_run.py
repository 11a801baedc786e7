"""What a newcomer waits for: from a scenario's name to its first run, and the first commands; each
in a new process."""

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

#: As one would type them; `arm.urdf` is there.
_COMMANDS = (
    "armwright --help",
    "armwright scenarios",
    "armwright robots",
    "armwright show puma560",
    "armwright check arm.urdf",
    "armwright new puma560",
    "armwright equations two_axis",
    "armwright simulate six-axis-line --out line",
)
_COMMANDS_JOB = f"""
import json, subprocess, sys, tempfile, time
import armwright as aw
times = []
with tempfile.TemporaryDirectory() as folder:
    aw.load("puma560").save(folder + "/arm.urdf")
    for command in {_COMMANDS!r}:
        words = [sys.executable, "-m", *command.split()]
        begin = time.perf_counter()
        subprocess.run(words, cwd=folder, check=True, stdout=subprocess.DEVNULL)
        times.append(time.perf_counter() - begin)
print(json.dumps(times))
"""


def measure(rounds: int) -> dict[str, list[float]]:
    """Best of `rounds`, in seconds: for each step and command, cold and from the cache."""
    return {
        name: [min(times[k] for times in cold), min(times[k] for times in warm)]
        for names, job in ((_STEPS, _JOB), (_COMMANDS, _COMMANDS_JOB))
        for cold, warm in [cold_and_warm(job, rounds)]
        for k, name in enumerate(names)
    }


def table(times: dict[str, list[float]]) -> Table:
    shown = Table(title="What a newcomer waits for, new process, s")
    shown.add_column("six axes", min_width=44)
    shown.add_column("cold", justify="right")
    shown.add_column("from the cache", justify="right")
    for name in _STEPS:
        shown.add_row(name, *_told(times[name]))
    shown.add_row("until the first result", *_told(_until_first(times)), end_section=True)
    for name in _COMMANDS:
        shown.add_row(name, *_told(times[name]))
    return shown


def _told(seconds: list[float]) -> list[str]:
    return [f"{one:.2f}" for one in seconds]


def _until_first(times: dict[str, list[float]]) -> list[float]:
    load, first = (times[step] for step in _STEPS[:2])
    return [a + b for a, b in zip(load, first, strict=True)]
