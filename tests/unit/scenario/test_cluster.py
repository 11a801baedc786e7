"""Sweeps on a cluster, played by one that loses what it has computed."""

from __future__ import annotations

from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Self

import pytest

from armwright import InputError
from armwright.scenario.sweeps import cluster, plan_sweep, run_sweep
from tests.support.sweeps import KEPT, PATHS, assert_same, with_small_blocks
from tests.unit.scenario.small import scenario


class Killed(Exception):
    pass


class Future:
    """Done at once. A result that is `lost` is gone when it is fetched: its worker died."""

    def __init__(self, key: str, value: Any, lost: bool) -> None:
        self.key, self.status, self._value, self._lost = key, "finished", value, lost

    def result(self) -> Any:
        if self._lost:
            raise Killed
        return self._value

    def release(self) -> None:
        pass


class Client:
    """`losses`: how many results are lost; `alone`: how often it is asked before workers join."""

    def __init__(self, losses: float, alone: int = 0) -> None:
        self._losses, self._alone, self._keys = losses, alone, count()

    def __call__(self, address: str, timeout: float) -> Self:
        return self

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def submit(self, function: Any, *given: Any, pure: bool) -> Future:
        values = [one.result() if isinstance(one, Future) else one for one in given]
        lost = function is cluster._block and self._losses > 0
        self._losses -= lost
        return Future(str(next(self._keys)), function(*values), lost)

    def nthreads(self) -> dict[str, int]:
        self._alone -= 1
        return {} if self._alone >= 0 else {"worker": 2}


class Completed:
    def __init__(self) -> None:
        self._done: list[Future] = []

    def add(self, future: Future) -> None:
        self._done.append(future)

    def has_ready(self) -> bool:
        return bool(self._done)

    def __next__(self) -> Future:
        return self._done.pop(0)


def play(monkeypatch: pytest.MonkeyPatch, client: Client) -> None:
    dask = SimpleNamespace(Client=client, as_completed=Completed, KilledWorker=Killed)
    _, cloudpickle = cluster._dask()
    monkeypatch.setattr(cluster, "_dask", lambda: (dask, cloudpickle))
    with_small_blocks(monkeypatch)


@pytest.mark.crosscheck
def test_what_is_lost_before_it_is_fetched_runs_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(monkeypatch, Client(losses=7))
    plan = plan_sweep(scenario(tmp_path), PATHS, 40, **KEPT)
    whole = run_sweep(plan, tmp_path / "whole")
    assert_same(run_sweep(plan, tmp_path / "sweep", cluster="tcp://somewhere"), whole)


def test_what_is_lost_again_and_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    play(monkeypatch, Client(losses=float("inf")))
    monkeypatch.setattr(cluster, "_LOSSES", 3)
    plan = plan_sweep(scenario(tmp_path), PATHS, 40, **KEPT)
    with pytest.raises(InputError, match="workers are lost again and again, 3 with the same runs"):
        run_sweep(plan, tmp_path / "sweep", cluster="tcp://somewhere")


def test_no_workers_are_told_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    play(monkeypatch, Client(losses=0, alone=3))
    monkeypatch.setattr(cluster, "_NEWS", 0.0)
    plan = plan_sweep(scenario(tmp_path), PATHS, 40, **KEPT)
    with pytest.warns(UserWarning, match="no workers: the sweep waits") as told:
        run_sweep(plan, tmp_path / "sweep", cluster="tcp://somewhere")
    assert len(told) == 1
