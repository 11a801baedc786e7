"""`armwright replay`: what is printed and written."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def still(tmp_path: Path) -> Path:
    """A joint that rests."""
    path = tmp_path / "still.csv"
    rows = [f"{0.01 * k:.2f},0" for k in range(30)]
    path.write_text("time,joint_position.axis\n" + "\n".join(rows) + "\n")
    return path


def test_it_writes_the_run_pictures_and_figures_of_agreement(run: Run, still: Path) -> None:
    code, out, _ = run("replay", "r3/one-axis", "still.csv", "--out", "replay")
    assert code == 0
    assert "driven by joint_position of the log" in out
    folder = still.parent / "replay"
    assert {path.name for path in folder.iterdir()} - {".armwright-files"} == {
        "run.nc",
        "agreement.txt",
        "agreement.json",
        "joint_position.png",
    }
    figures = json.loads((folder / "agreement.json").read_text())
    assert figures["joint_position"]["axis"]["largest"] < 1e-6
    assert figures["joint_position"]["axis"]["share"] is None  # it never moved


def test_an_unknown_way_of_driving_is_one_line_and_leaves_nothing(run: Run, still: Path) -> None:
    code, _, err = run("replay", "r3/one-axis", "still.csv", "--by", "hope", "--out", "new")
    assert code == 2
    assert err == (
        "error: replay: unknown way to drive a scenario (got 'hope', expected 'references' or "
        "'torques')\n"
    )
    assert not (still.parent / "new").exists()
