"""What is printed may be lost: a command does its work all the same."""

from __future__ import annotations

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
