"""Reading logs: a million rows of twenty columns, beside what the libraries below take themselves;
and the memory that a part of a large file needs."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from rich.table import Table

from armwright import Log, read_log
from benchmarks.timing import best_times

JOINTS = ("a", "b", "c", "d", "e", "f")
_PEAK = """
import json, sys, armwright as aw
aw.read_log(sys.argv[1], every=1000, last=0.5)
def peak():
    lines = open("/proc/self/status").read().splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM"))
before = peak()
log = aw.read_log(sys.argv[2], every=1000)
print(json.dumps([before, peak(), log.time.size]))
"""


@dataclass(frozen=True)
class Reading:
    """Seconds of the processor: ours, and the peer's alone."""

    size: float
    ours: float
    peer: float
    wall: float


def made(rows: int, digits: int | None = None) -> Log:
    """Twenty columns with the time; `digits` as a recorder prints them, or all there are."""
    rng = np.random.default_rng(0)
    signals = {
        name: rng.normal(size=(rows, 6))
        for name in ("joint_position", "joint_velocity", "joint_torque")
    }
    if digits is not None:
        signals = {name: np.round(values, digits) for name, values in signals.items()}
    signals["motor_work"] = np.round(rng.normal(size=rows), digits or 17)
    return Log.from_arrays(np.arange(rows) / 1000, signals, joints=JOINTS)


def measure(rows: int = 1_000_000, rounds: int = 3) -> dict[str, Reading]:
    import pandas
    import pyarrow.csv
    import pyarrow.parquet

    found = {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        exact, short = made(rows), made(rows, 6)
        cases = {
            "CSV, 6 decimals: pyarrow": (short, ".csv", pyarrow.csv.read_csv),
            "CSV, 6 decimals: pandas": (short, ".csv", pandas.read_csv),
            "CSV, all digits: pyarrow": (exact, ".csv", pyarrow.csv.read_csv),
            "Parquet: pyarrow": (exact, ".parquet", pyarrow.parquet.read_table),
        }
        for name, (log, suffix, peer) in cases.items():
            path = folder / f"{name.partition(':')[0]}{suffix}"
            if not path.exists():
                log.save(path)
            works = {"ours": lambda p=path: read_log(p), "peer": lambda p=path, f=peer: f(p)}
            times = best_times(works, rounds, 0.0, time.process_time)
            wall = best_times({"ours": works["ours"]}, rounds, 0.0)["ours"]
            found[name] = Reading(path.stat().st_size / 1e6, times["ours"], times["peer"], wall)
    return found


def peak(path: Path, small: Path) -> tuple[float, float, int]:
    """MB before and at the peak, and samples, of reading a thousandth of a file."""
    done = subprocess.run(
        [sys.executable, "-c", _PEAK, str(small), str(path)],
        capture_output=True,
        text=True,
        check=True,
    )
    before, most, samples = json.loads(done.stdout)
    return before, most, samples


def table(found: dict[str, Reading]) -> Table:
    out = Table(title="Reading a log of 1 000 000 rows and 20 columns")
    for head in ("", "MB", "s", "s of the processor", "times what the peer takes"):
        out.add_column(head, justify="right" if head else "left")
    for name, one in found.items():
        ratio = f"{one.ours / one.peer:.2f}"
        out.add_row(name, f"{one.size:.0f}", f"{one.wall:.2f}", f"{one.ours:.2f}", ratio)
    return out


if __name__ == "__main__":
    from rich.console import Console

    Console().print(table(measure()))
