"""A disk that is really full: one line, exit code 2, and everything as it was before."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

pytestmark = pytest.mark.crosscheck
COMMANDS = {
    "simulate": "simulate pendulum/swing --quiet --set duration=0.2 --out out",
    "C": "export pendulum/swing --to c --out out/arm.c",
    "FMU": "export pendulum/swing --to fmu2 --out out/arm.fmu",
    "equations": "equations puma560 --to c --out out/puma.c",
    "picture": "show two_axis --out out/arm.png",
}


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """Of 4 MB, in memory."""
    words = ["mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", str(tmp_path)]
    if sys.platform != "linux" or os.getuid() or subprocess.run(words).returncode:
        pytest.skip("only root can mount a disk")
    yield tmp_path
    subprocess.run(["umount", str(tmp_path)], check=True)


def fill(disk: Path, left: int) -> None:
    with (disk / "balloon").open("wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(1024))
        except OSError:
            file.truncate(file.tell() - left)


def contents(disk: Path) -> dict[str, bytes | None]:
    return {
        str(path.relative_to(disk)): path.read_bytes() if path.is_file() else None
        for path in disk.rglob("*")
    }


@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.parametrize(("left", "there"), [(0, True), (8192, False)])
def test_a_full_disk(disk: Path, name: str, left: int, there: bool) -> None:
    """`left`: bytes that are free. `there`: an earlier result, which stays."""
    command = [Path(sys.executable).with_name("armwright"), *COMMANDS[name].split()]
    if there:
        subprocess.run(command, cwd=disk, check=True, capture_output=True)
    fill(disk, left)
    before = contents(disk)
    done = subprocess.run(command, cwd=disk, capture_output=True, text=True)
    assert done.returncode == 2, done.stderr
    assert done.stderr.startswith("error: ") and done.stderr.count("\n") == 1
    assert "No space left on device" in done.stderr
    assert contents(disk) == before
