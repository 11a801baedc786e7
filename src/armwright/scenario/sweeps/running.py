"""Runs the blocks of a sweep that are still missing, and keeps them."""

from __future__ import annotations

import os
import time as clock
from collections.abc import Callable, Generator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass

import xarray as xr

from armwright.scenario.sweeps.plan import SweepBlock, SweepPlan
from armwright.scenario.sweeps.store import SweepStore, open_sweep, opened_store


@dataclass(frozen=True)
class SweepProgress:
    """How far a sweep is: `done` of all `runs`, how many in a second, and how long it will take."""

    done: float
    runs: int
    rate: float
    seconds_left: float


#: Called now and then.
SweepListener = Callable[[SweepProgress], None]


def run_sweep(
    plan: SweepPlan,
    path: str | os.PathLike[str],
    *,
    threads: int | None = None,
    cluster: str | None = None,
    progress: SweepListener | None = None,
) -> xr.Dataset:
    """All of it, or what is missing, into the folder `path`. `cluster`: the address of a Dask
    scheduler; by default the cores of this machine do the work, or `threads` of them.

    Ctrl-C ends it: the blocks under way are lost, and the same call goes on later.
    """
    if cluster is not None:
        from armwright.scenario.sweeps.cluster import find_scheduler, on_cluster

        find_scheduler(cluster)  # before there is a folder
    with opened_store(plan, path) as store:
        rate = _Rate(store, progress)
        if cluster is None:
            blocks = _here(plan, store, threads, rate)
        else:
            blocks = on_cluster(plan, store, cluster)
        # However it ends, the cluster is let go first, and what is being written is written.
        with (
            ThreadPoolExecutor(1, thread_name_prefix="armwright-writer") as writer,
            closing(blocks),
        ):
            written: Future[None] | None = None
            for block in blocks:
                if written is not None:
                    written.result()
                written = writer.submit(store.write, block)
                rate.add(block.last - block.first)
            if written is not None:
                written.result()
        store.finish()
    return open_sweep(path)


def _here(
    plan: SweepPlan, store: SweepStore, threads: int | None, rate: _Rate
) -> Generator[SweepBlock, None, None]:
    for number in store.missing():
        first, last = store.bounds(number)

        def show(simulated: float, duration: float, _: float, size: int = last - first) -> None:
            rate.show(size * simulated / duration)

        block = plan.run(first, last, threads=threads, progress=show)
        if not block.complete:
            raise KeyboardInterrupt
        yield block


class _Rate:
    """What is told while a sweep goes on."""

    def __init__(self, store: SweepStore, progress: SweepListener | None) -> None:
        left = [store.bounds(number) for number in store.missing()]
        self._runs, self._progress = store.runs, progress
        self._before = self._done = store.runs - sum(last - first for first, last in left)
        self._begun = clock.perf_counter()

    def add(self, runs: int) -> None:
        """So many are over."""
        self._done += runs
        self.show(0.0)

    def show(self, part: float) -> None:
        """`part`: of the runs under way, as if it were whole runs."""
        if self._progress is None:
            return
        done = self._done + part
        rate = (done - self._before) / max(clock.perf_counter() - self._begun, 1e-9)
        left = (self._runs - done) / rate if rate > 0 else float("inf")
        self._progress(SweepProgress(done, self._runs, rate, left))
