"""What is printed may be lost: a command does its work all the same."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
#: Prints first, writes then, and prints again.
WORK = """
import sys
from pathlib import Path
from armwright.cli import main
from armwright.cli.app import app

@app.command()
def work() -> None:
    print("begun" * 10000, flush=True)
    Path("result").write_text("whole")
    print("done")

sys.argv = ["armwright", "work"]
main()
"""


@pytest.mark.parametrize("closed", [1, 2])
def test_streams_that_are_closed(tmp_path: Path, closed: int) -> None:
    """armwright … --json >&-, or 2>&-: what belongs there does not go elsewhere."""
    words = [sys.executable, "-m", "armwright", "check", "two_axis", "missing.urdf", "--json"]
    done = subprocess.run(
        words, cwd=tmp_path, capture_output=True, text=True, preexec_fn=lambda: os.close(closed)
    )
    assert done.returncode == 2
    if closed == 1:
        assert (done.stdout, done.stderr) == ("", "error: missing.urdf: no such file\n")
    else:
        assert done.stderr == "" and json.loads(done.stdout)["command"] == "check"


def start(folder: Path, out: int) -> tuple[int, bytes]:
    done = subprocess.run(
        [sys.executable, "-c", WORK], cwd=folder, stdout=out, stderr=subprocess.PIPE
    )
    return done.returncode, done.stderr


def test_a_reader_that_leaves_costs_nothing(tmp_path: Path) -> None:
    """armwright … | head"""
    reading, writing = os.pipe()
    os.close(reading)
    assert start(tmp_path, writing) == (0, b"")
    os.close(writing)
    assert (tmp_path / "result").read_text() == "whole"


def test_a_full_disk_is_told_when_the_work_is_done(tmp_path: Path) -> None:
    with Path("/dev/full").open("wb") as full:
        code, err = start(tmp_path, full.fileno())
    assert code == 2
    assert err == b"error: standard output: cannot be written: No space left on device\n"
    assert (tmp_path / "result").read_text() == "whole"
