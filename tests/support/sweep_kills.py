"""Sweeps whose programs, or whose workers, are killed at random moments, until they are complete.

`python -m tests.support.sweep_kills --count 50` kills a program 50 times, and starts it again each
time; `--workers 20` kills a worker of a Dask cluster 20 times. Whenever a sweep is complete, it is
compared bit for bit with one that nothing disturbed, and the next one begins.
"""

from __future__ import annotations

import argparse
import logging
import os
import random
import signal
import sys
import time
import traceback
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event, Thread, Timer
from typing import Any

from armwright import InputError, load_scenario, open_sweep
from armwright.scenario.sweeps import SweepPlan, plan_sweep, run_sweep
from armwright.scenario.sweeps import plan as plans
from armwright.scenario.sweeps.store import progress_of
from tests.support.sweeps import assert_same, chunks, leftovers

#: s: by then the worst of machines has done its work.
_PATIENCE = 600.0
#: How many workers a cluster has, and how often one is killed when a block is done.
_WORKERS, _OFTEN = 3, 0.2


@dataclass
class Outcome:
    """How often programs or workers were `killed`, in how many `sweeps`; what was wrong."""

    killed: int = 0
    sweeps: int = 0
    faults: list[str] = field(default_factory=list)
    #: Runs that were there when a program was killed, as a part of all.
    parts: list[float] = field(default_factory=list)


def kills(count: int, seed: int) -> Outcome:
    """Programs are killed `count` times."""
    draw, outcome = random.Random(seed), Outcome()
    plan = _plan(runs=1200, block=8, duration=0.1)
    with TemporaryDirectory() as place:
        whole = Path(place, "whole")
        begun = time.monotonic()
        assert _ended(_begun(plan, whole), _PATIENCE) == 0
        lasting = time.monotonic() - begun
        while outcome.killed < count:
            outcome.sweeps += 1
            folder = Path(place, f"sweep{outcome.sweeps}")
            code = None
            while code != 0:
                process = _begun(plan, folder)
                enough = outcome.killed >= count
                # Early moments more often: then it is created.
                code = _ended(process, _PATIENCE if enough else lasting * draw.random() ** 2 / 2)
                if code == -signal.SIGKILL:
                    outcome.killed += 1
                    outcome.parts.append(_part(folder, outcome))
                elif code:
                    outcome.faults.append(f"sweep {outcome.sweeps}: code {code}")
                    break
            _compare(folder, whole, outcome)
    return outcome


def worker_kills(count: int, seed: int) -> Outcome:
    """Workers of a cluster are killed `count` times."""
    draw, outcome = random.Random(seed), Outcome()
    plan = _plan(runs=3200, block=32, duration=1.0)
    with TemporaryDirectory() as place, cluster(Path(place, "workers")) as workers:
        whole = Path(place, "whole")
        run_sweep(plan, whole)
        timers: list[Timer] = []

        def kill() -> None:
            victims = [nanny.pid for nanny in workers.workers.values() if nanny.pid]
            if victims and outcome.killed < count:
                with suppress(ProcessLookupError):
                    os.kill(draw.choice(victims), signal.SIGKILL)
                    outcome.killed += 1

        def told(_: object) -> None:
            if draw.random() < _OFTEN:
                timers.append(Timer(draw.random() / 2, kill))
                timers[-1].start()

        done = Event()

        def fill_up() -> None:
            """Dask does not start those again that were killed before they had begun."""
            while not done.wait(2.0):
                workers.scale(_WORKERS)

        filling = Thread(target=fill_up)
        filling.start()
        try:
            while outcome.killed < count:
                outcome.sweeps += 1
                folder = Path(place, f"sweep{outcome.sweeps}")
                run_sweep(plan, folder, cluster=workers.scheduler_address, progress=told)
                for timer in timers:
                    timer.join()
                _compare(folder, whole, outcome)
        finally:
            done.set()
            filling.join()
    return outcome


@contextmanager
def cluster(folder: Path, workers: int = _WORKERS, threads: int = 1) -> Iterator[Any]:
    """A cluster of worker processes, on any ports that are free; lost ones are started again."""
    from distributed import LocalCluster

    quiet = logging.CRITICAL + 1
    found = LocalCluster(
        n_workers=workers,
        threads_per_worker=threads,
        processes=True,
        dashboard_address=None,
        scheduler_port=0,
        local_directory=str(folder),
        silence_logs=quiet,
    )
    try:
        yield found
    finally:
        pids = [nanny.pid for nanny in found.workers.values() if nanny.pid]
        found.close(timeout=30)
        for pid in pids:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)


def _plan(runs: int, block: int, duration: float) -> SweepPlan:
    scenario = load_scenario("two-axis/joints").changed({"duration": duration})
    kept: dict[str, Any] = {"figures": ["rms(joint_torque)"], "keep": ["joint_position"]}
    before, plans._BLOCK_RUNS = plans._BLOCK_RUNS, block
    try:
        plan = plan_sweep(scenario, {"links.*.mass": "5%"}, runs, rate=100.0, **kept)
        assert plan.block == block
    finally:
        plans._BLOCK_RUNS = before
    plan.run(0, block)
    return plan


def _begun(plan: SweepPlan, folder: Path) -> int:
    """The number of a process that runs the sweep, or what is missing of it."""
    number = os.fork()
    if number:
        return number
    try:
        run_sweep(plan, folder)
        os._exit(0)
    except BaseException:
        traceback.print_exc()
    os._exit(1)


def _ended(process: int, after: float) -> int:
    """The code of a process that ends by itself, or is killed after so many seconds."""
    until = time.monotonic() + after
    while time.monotonic() < until:
        number, status = os.waitpid(process, os.WNOHANG)
        if number:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.001)
    os.kill(process, signal.SIGKILL)
    return os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])


def _part(folder: Path, outcome: Outcome) -> float:
    """What is left can be opened, or was not yet a sweep."""
    try:
        done, runs = progress_of(folder)
    except InputError as error:
        if (folder / ".armwright-sweep" / "sweep.json").exists():
            outcome.faults.append(str(error))
        return 0.0
    return done / runs


def _compare(folder: Path, whole: Path, outcome: Outcome) -> None:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            assert_same(open_sweep(folder), open_sweep(whole))
        assert chunks(folder) == chunks(whole), "files differ"
        assert leftovers(folder) == [], f"left over: {leftovers(folder)}"
    except Exception as error:
        outcome.faults.append(f"sweep {outcome.sweeps}: {error}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=0, help="how often a program is killed")
    parser.add_argument("--workers", type=int, default=0, help="how often a worker is killed")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    faults = 0
    for campaign, count in ((kills, chosen.count), (worker_kills, chosen.workers)):
        if count:
            begun = time.monotonic()
            found = campaign(count, chosen.seed)
            lasted = time.monotonic() - begun
            print(f"{campaign.__name__}: {found.killed}, in {found.sweeps} sweeps, {lasted:.0f} s")
            if found.parts:
                print("done when killed:", " ".join(f"{part:.2f}" for part in found.parts))
            for fault in found.faults:
                print(fault)
            faults += len(found.faults)
    sys.exit(bool(faults))


if __name__ == "__main__":
    main()
