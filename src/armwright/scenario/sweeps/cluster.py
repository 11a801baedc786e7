"""The blocks of a sweep on the workers of a Dask cluster.

Workers send their blocks back, and one program writes them: no worker needs the folder. A worker
that is lost costs the blocks that it had; others run them again.
"""

from __future__ import annotations

import pickle
import time as clock
import warnings
from collections.abc import Generator, Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from armwright.errors import InputError
from armwright.scenario.sweeps.plan import SweepBlock, SweepPlan
from armwright.scenario.sweeps.store import GOES_ON, SweepStore
from armwright.signals.provenance import stamp

#: Blocks that wait at each thread of a worker while it is busy.
_WAITING = 2
#: How often a block may lose its worker before the sweep is given up.
_LOSSES = 100
#: s, to find the scheduler, and after which it is asked again how many workers there are.
_PATIENCE, _NEWS = 30.0, 2.0
#: s, from one look at what is done to the next.
_GLANCE = 0.02


def on_cluster(
    plan: SweepPlan, store: SweepStore, address: str
) -> Generator[SweepBlock, None, None]:
    """As they are done, in any order."""
    dask, cloudpickle = _dask()
    content, version = cloudpickle.dumps(plan), stamp()["armwright_version"]
    with _client(dask, address) as client, _reached(address):
        # A task, and not data that is sent: what a lost worker had of it can be made again.
        shared = client.submit(_loaded, content, version, pure=False)
        missing, work, room = iter(store.missing()), dask.as_completed(), _Room(client)
        numbers: dict[str, int] = {}
        losses: dict[int, int] = {}

        def submit(number: int) -> None:
            future = client.submit(_block, shared, *store.bounds(number), pure=False)
            numbers[future.key] = number
            work.add(future)

        def submit_more() -> None:
            while len(numbers) < room.blocks():
                number = next(missing, None)
                if number is None:
                    return
                submit(number)

        submit_more()
        while numbers:
            while not work.has_ready():
                room.watch()
                clock.sleep(_GLANCE)
            future = next(work)
            number = numbers.pop(future.key)
            try:
                block = future.result()
            except dask.KilledWorker:  # it ran there, or was still to be fetched from there
                losses[number] = losses.get(number, 0) + 1
                if losses[number] > _LOSSES:
                    raise InputError(
                        f"workers are lost again and again, {_LOSSES} with the same runs",
                        where=f"--cluster {address}",
                        hint=f"Do they have enough memory? {GOES_ON}",
                    ) from None
                if shared.status == "error":
                    shared = client.submit(_loaded, content, version, pure=False)
                submit(number)
                continue
            future.release()
            submit_more()
            yield block


class _Room:
    """How many blocks may be under way: workers come and go."""

    def __init__(self, client: Any) -> None:
        self._client, self._asked, self._threads, self._told = client, -_NEWS, 0, False

    def blocks(self) -> int:
        self.watch()
        return _WAITING * max(1, self._threads)

    def watch(self) -> None:
        """Says so if there is no worker, and goes on: one may join at any time."""
        now = clock.monotonic()
        if now - self._asked < _NEWS:
            return
        self._asked, self._threads = now, sum(self._client.nthreads().values())
        if not self._threads and not self._told:
            warnings.warn(
                "the cluster has no workers: the sweep waits until some join", stacklevel=2
            )
        self._told = not self._threads


def _dask() -> tuple[Any, Any]:
    try:
        return import_module("distributed"), import_module("cloudpickle")
    except ImportError:
        raise InputError(
            "a cluster needs Dask", where="--cluster", hint="pip install 'armwright[cluster]'"
        ) from None


def find_scheduler(address: str) -> None:
    """Refuses an address at which none answers."""
    dask, _ = _dask()
    with _client(dask, address):
        pass


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


@contextmanager
def _reached(address: str) -> Iterator[None]:
    """What goes wrong between here and the workers, in words."""
    where = f"--cluster {address}"
    try:
        yield
    except (OSError, CancelledError) as error:
        got = (str(error) or type(error).__name__).splitlines()[0]
        raise InputError("the cluster was lost", where=where, got=got, hint=GOES_ON) from error
    except ImportError as error:
        raise InputError(
            "a worker cannot import what it needs",
            where=where,
            got=str(error),
            expected="this version of armwright, and your own modules, on all workers",
        ) from error


def _loaded(content: bytes, version: str) -> SweepPlan:
    """On a worker."""
    own = stamp()["armwright_version"]
    if own != version:
        raise InputError(
            "a worker has another version of armwright",
            where="--cluster",
            got=own,
            expected=version,
        )
    plan: SweepPlan = pickle.loads(content)
    return plan


def _block(plan: SweepPlan, first: int, last: int) -> SweepBlock:
    """On a worker, in one of its threads: Dask gives each of them work of its own."""
    return plan.run(first, last, threads=1)
