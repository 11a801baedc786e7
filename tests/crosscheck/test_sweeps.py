"""Sweeps that are killed, run on a cluster or out of space, and how much memory they take."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Timer

import pytest

from armwright import InputError, open_sweep
from armwright.scenario.sweeps import plan_sweep, run_sweep
from tests.support.sweep_kills import cluster, kills, worker_kills
from tests.support.sweeps import (
    KEPT,
    PATHS,
    FullDisk,
    assert_same,
    leftovers,
    with_small_blocks,
)
from tests.unit.scenario.small import scenario

pytestmark = [
    pytest.mark.crosscheck,
    pytest.mark.skipif(sys.platform != "linux", reason="it has other signals and disks"),
]


@pytest.fixture(autouse=True)
def blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    with_small_blocks(monkeypatch)


def test_killed_programs_go_on_and_end_equal() -> None:
    outcome = kills(5, seed=1)
    assert outcome.killed == 5 and outcome.faults == []


def test_killed_workers_cost_their_blocks_alone() -> None:
    outcome = worker_kills(3, seed=1)
    assert outcome.killed == 3 and outcome.faults == []


def test_threads_of_a_worker_share_a_plan(tmp_path: Path) -> None:
    plan = plan_sweep(scenario(tmp_path), PATHS, 200, **KEPT)
    whole = run_sweep(plan, tmp_path / "whole")
    with cluster(tmp_path / "workers", workers=1, threads=4) as workers:
        data = run_sweep(plan, tmp_path / "sweep", cluster=workers.scheduler_address)
    assert_same(data, whole)


def test_a_cluster_without_workers_is_told_and_waited_for(tmp_path: Path) -> None:
    plan = plan_sweep(scenario(tmp_path), PATHS, 40, **KEPT)
    whole = run_sweep(plan, tmp_path / "whole")
    with cluster(tmp_path / "workers", workers=0) as workers:
        joining = Timer(5.0, lambda: workers.scale(1))
        joining.start()
        with pytest.warns(UserWarning, match="no workers: the sweep waits") as told:
            data = run_sweep(plan, tmp_path / "sweep", cluster=workers.scheduler_address)
        joining.join()
    assert len(told) == 1
    assert_same(data, whole)


def test_a_cluster_that_goes_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("armwright.scenario.sweeps.cluster._PATIENCE", 5)
    plan = plan_sweep(scenario(tmp_path), PATHS, 2000, **KEPT)
    whole, place = run_sweep(plan, tmp_path / "whole"), tmp_path / "sweep"
    with cluster(tmp_path / "workers", workers=1) as workers:
        address = workers.scheduler_address
        with pytest.raises(InputError, match="the cluster was lost"):
            run_sweep(plan, place, cluster=address, progress=lambda _: workers.close())
    with pytest.warns(UserWarning, match="the sweep is not complete"):
        assert 0 < open_sweep(place).attrs["runs_done"] < 2000
    assert_same(run_sweep(plan, place), whole)


def test_no_cluster_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("armwright.scenario.sweeps.cluster._PATIENCE", 1)
    for address in ("tcp://127.0.0.1:9", "nonsense://x", "127.0.0.1"):
        with pytest.raises(InputError, match="no Dask scheduler answers"):
            scenario(tmp_path).sweep_to(tmp_path / "sweep", PATHS, 20, **KEPT, cluster=address)


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """Of 1 MB, in memory."""
    place = tmp_path / "disk"
    place.mkdir()
    words = ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(place)]
    if os.getuid() or subprocess.run(words).returncode:
        pytest.skip("only root can mount a disk")
    yield place
    subprocess.run(["umount", str(place)], check=True)


def test_a_disk_that_is_full_at_any_moment(disk: Path, tmp_path: Path) -> None:
    """A balloon leaves little room, more and more of it, until it is enough."""
    plan = plan_sweep(scenario(tmp_path), PATHS, 100, **KEPT)
    whole = run_sweep(plan, tmp_path / "whole").load()
    size = sum(path.stat().st_blocks * 512 for path in (tmp_path / "whole").rglob("*"))
    failures = 0
    for room in range(0, size + 65536, 16384):
        with (disk / "balloon").open("wb", buffering=0) as balloon:
            try:
                while True:
                    balloon.write(bytes(4096))
            except OSError:
                balloon.truncate(max(0, balloon.tell() - room))
        try:
            data = run_sweep(plan, disk / "sweep")
        except InputError as error:
            assert "cannot be written: No space left on device" in str(error)
            failures += 1
            (disk / "balloon").unlink()
            data = run_sweep(plan, disk / "sweep")
        (disk / "balloon").unlink(missing_ok=True)
        assert_same(data, whole)
        assert leftovers(disk / "sweep") == []
        subprocess.run(["rm", "-r", str(disk / "sweep")], check=True)
    assert failures > 5


def test_any_write_that_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = plan_sweep(scenario(tmp_path), PATHS, 20, **KEPT)
    with monkeypatch.context() as patch:
        disk = FullDisk(patch, tmp_path / "whole", float("inf"))
        whole = run_sweep(plan, tmp_path / "whole").load()
    assert disk.writes > 40
    for last in range(1, disk.writes + 1):
        place = tmp_path / f"sweep{last}"
        with monkeypatch.context() as patch:
            FullDisk(patch, place, last)
            with pytest.raises(InputError, match="cannot be written: No space left on device"):
                run_sweep(plan, place)
        assert_same(run_sweep(plan, place), whole)
        assert leftovers(place) == []


MANY = """
import sys
import armwright
scenario = armwright.load_scenario("six-axis-line").changed({"duration": 1})
scenario.sweep_to(sys.argv[1], {"links.*.mass": "5%"}, int(sys.argv[2]), keep="figures")
# The peak of this program: that of its resource usage counts the program which it was forked from.
print(next(line for line in open("/proc/self/status") if line.startswith("VmHWM")).split()[1])
"""


def test_memory_does_not_grow_with_the_number_of_runs(tmp_path: Path) -> None:
    """Peaks of programs with blocks of the same size."""
    peaks = []
    for runs in (16 * 1024, 32 * 1024):
        command = [sys.executable, "-c", MANY, str(tmp_path / f"sweep{runs}"), str(runs)]
        done = subprocess.run(command, check=True, capture_output=True, text=True)
        peaks.append(int(done.stdout.split()[-1]) * 1024)
    assert peaks[1] < 500e6
    assert peaks[1] < 1.1 * peaks[0]
