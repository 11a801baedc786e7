"""The command sweep: what it writes and prints, and what it refuses, with its exit codes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from armwright import open_sweep
from tests.support.sweeps import FullDisk, assert_same, leftovers, with_small_blocks

Run = Callable[..., tuple[int, str, str]]
COMMAND = [
    *("sweep", "pendulum/damped", "--runs", "20", "--quiet", "--out", "runs"),
    *("--set", "duration=0.05", "--spread", "joints.1.damping=5%"),
    *("--figure", "rms(joint_velocity)", "--keep", "figures"),
]


@pytest.fixture(autouse=True)
def blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    with_small_blocks(monkeypatch)


@pytest.mark.crosscheck
def test_a_sweep_and_the_same_again(run: Run) -> None:
    code, out, errors = run(*COMMAND)
    assert (code, errors) == (0, "")
    assert "written to runs: 20 runs, report.html, runs.csv" in out
    data = open_sweep("runs").load()
    assert list(data) == ["rms_joint_velocity", "diverged_at"]
    table = pd.read_csv("runs/runs.csv")
    assert table.columns.tolist() == [
        *("run", "joints.1.damping [N m s/rad]", "rms_joint_velocity.axis [rad/s]"),
    ]
    np.testing.assert_array_equal(table.iloc[:, 1], data["joints.1.damping"])
    rows = [line.split() for line in out.splitlines() if line.startswith((" 0 ", " 19 "))]
    assert [row[0] for row in rows] == ["0", "19"]
    assert Path("runs", "report.html").stat().st_size > 1000
    assert run(*COMMAND)[0] == 0
    assert_same(open_sweep("runs"), data)


def other_seed(_: Path) -> list[str]:
    return ["--seed", "7"]


def a_file(runs: Path) -> list[str]:
    runs.rename("before")
    runs.write_text("mine")
    return []


def another_folder(runs: Path) -> list[str]:
    runs.rename("before")
    runs.mkdir()
    (runs / "mine").touch()
    return []


def damage(runs: Path) -> list[str]:
    (runs / ".armwright-sweep" / "sweep.json").write_text("{")
    return []


def no_cluster(runs: Path) -> list[str]:
    next((runs / ".armwright-sweep" / "done").iterdir()).unlink()
    return ["--cluster", "nonsense://x"]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (other_seed, "runs: the folder holds another sweep, which differs in its seed (got 1"),
        (a_file, "runs: the folder holds something else, which was left as it is"),
        (another_folder, "runs: the folder holds something else, which was left as it is"),
        (damage, "sweep.json: damaged"),
        (no_cluster, "--cluster nonsense://x: no Dask scheduler answers"),
    ],
)
def test_what_is_refused(run: Run, change: Callable[[Path], list[str]], message: str) -> None:
    assert run(*COMMAND)[0] == 0
    code, _, errors = run(*COMMAND, *change(Path("runs")))
    assert code == 2 and errors.startswith("error: ") and errors.count("\n") == 1
    assert message in errors


def test_a_wrong_address_leaves_no_folder(run: Run) -> None:
    code, _, errors = run(*COMMAND, "--cluster", "nonsense://x")
    assert code == 2 and "no Dask scheduler answers" in errors
    assert not Path("runs").exists()


def test_a_full_disk(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        FullDisk(patch, Path("runs", "rms_joint_velocity"), 2)
        code, _, errors = run(*COMMAND)
    assert (code, errors) == (
        2,
        "error: runs: cannot be written: No space left on device. What was done until now is "
        "kept: the same call or command goes on from there.\n",
    )
    assert run(*COMMAND)[0] == 0 and leftovers(Path("runs")) == []


@pytest.mark.parametrize(("method", "kept"), [("show", 0), ("add", 8)])
def test_ctrl_c(run: Run, monkeypatch: pytest.MonkeyPatch, method: str, kept: int) -> None:
    """While the first block is run, and when it is over."""

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(f"armwright.scenario.sweeps.running._Rate.{method}", interrupted)
        code, _, errors = run(*COMMAND)
    message = f"note: stopped: {kept} of 20 runs are kept in runs; the same command goes on\n"
    assert (code, errors) == (130, message)
    assert run(*COMMAND)[0] == 0 and open_sweep("runs").attrs["complete"]


def test_ctrl_c_before_anything_is_written(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("armwright.scenario.sweeps.store._array", interrupted)
    code, _, errors = run(*COMMAND)
    assert (code, errors) == (130, "note: stopped: nothing is written yet\n")
    assert not Path("runs").exists()
