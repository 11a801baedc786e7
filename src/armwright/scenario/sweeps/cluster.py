"""The blocks of a sweep on the workers of a Dask cluster.

Workers send their blocks back, and one program writes them: no worker needs the folder. A worker
that is lost costs the blocks that it had; others run them again.
"""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from importlib import import_module
from typing import Any

from armwright.errors import InputError
from armwright.scenario.sweeps.plan import SweepBlock, SweepPlan
from armwright.scenario.sweeps.store import SweepStore

#: Blocks that wait at each thread of a worker while it is busy.
_WAITING = 2
#: How often a block may lose its worker before the sweep is given up.
_LOSSES = 100
#: s, to find the scheduler.
_PATIENCE = 30


def on_cluster(plan: SweepPlan, store: SweepStore, address: str) -> Iterator[SweepBlock]:
    """As they are done, in any order."""
    dask, cloudpickle = _dask()
    with _client(dask, address) as client:
        # A task, and not data that is sent: what a lost worker had of it can be made again.
        shared = client.submit(pickle.loads, cloudpickle.dumps(plan))
        missing, work = iter(store.missing()), dask.as_completed()
        numbers: dict[str, int] = {}
        losses: dict[int, int] = {}

        def submit(number: int) -> None:
            bounds = store.bounds(number)
            future = client.submit(_block, shared, *bounds, pure=False)
            numbers[future.key] = number
            work.add(future)

        threads = max(1, sum(client.nthreads().values()))
        for _, number in zip(range(_WAITING * threads), missing, strict=False):
            submit(number)
        for future in work:
            number = numbers.pop(future.key)
            if future.status == "error" and isinstance(future.exception(), dask.KilledWorker):
                losses[number] = losses.get(number, 0) + 1
                if losses[number] <= _LOSSES:
                    submit(number)
                    continue
            yield future.result()
            future.release()
            following = next(missing, None)
            if following is not None:
                submit(following)


def _dask() -> tuple[Any, Any]:
    try:
        return import_module("distributed"), import_module("cloudpickle")
    except ImportError:
        raise InputError(
            "a cluster needs Dask", where="--cluster", hint="pip install 'armwright[cluster]'"
        ) from None


def _client(dask: Any, address: str) -> Any:
    try:
        return dask.Client(address, timeout=_PATIENCE)
    except (OSError, ValueError, TypeError) as error:
        raise InputError(
            "no Dask scheduler answers",
            where=f"--cluster {address}",
            got=(str(error) or type(error).__name__).splitlines()[0],
            expected="an address such as tcp://HOST:8786",
        ) from None


def _block(plan: SweepPlan, first: int, last: int) -> SweepBlock:
    """On a worker, in one of its threads: Dask gives each of them work of its own."""
    return plan.run(first, last, threads=1)
