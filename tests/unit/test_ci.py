"""What the checks of a change install for the tests: what is missing, and never at any price."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / ".ci" / "install-tools"
TOOLS = ("cc", "g++", "gfortran", "nm", "pdflatex", "octave")
BASH = shutil.which("bash")
pytestmark = pytest.mark.skipif(BASH is None, reason="no bash")


@pytest.fixture
def programs(tmp_path: Path) -> Path:
    """A folder with all programs that there are, for a user who is root."""
    folder = tmp_path / "bin"
    folder.mkdir()
    for name in ("bash", "env", "timeout", "cat"):
        (folder / name).symlink_to(shutil.which(name) or name)
    add(folder, "id", "echo 0")
    (tmp_path / "packages" / "netcdf-1.0.16").mkdir(parents=True)
    return folder


def add(folder: Path, name: str, lines: str) -> None:
    (folder / name).write_text(f"#!{BASH}\n{lines}\n")
    (folder / name).chmod(0o755)


def installed(programs: Path) -> str:
    environment = {**os.environ, "PATH": str(programs), "LOG": str(programs / "log")}
    environment["OCTAVE_PACKAGES"] = str(programs.parent / "packages")
    done = subprocess.run(
        [str(BASH), str(SCRIPT)], env=environment, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0
    return done.stdout


def test_nothing_is_installed_where_nothing_is_missing(programs: Path) -> None:
    for name in (*TOOLS, "apt-get"):
        add(programs, name, 'echo "$@" >> "$LOG"')
    assert installed(programs) == ""
    assert not (programs / "log").exists()


def test_only_what_is_missing_is_installed(programs: Path) -> None:
    for name in ("gcc", "g++", "nm", "pdflatex", "octave-cli", "apt-get"):
        add(programs, name, 'echo "$@" >> "$LOG"')
    assert "==> Installing what tests compare with: gfortran\n" in installed(programs)
    update, install = (programs / "log").read_text().splitlines()
    assert update.endswith(" update")
    assert install.endswith(" install -y --no-install-recommends gfortran libc6-dev")


def test_octave_needs_its_netcdf(programs: Path) -> None:
    for name in (*TOOLS, "apt-get"):
        add(programs, name, 'echo "$@" >> "$LOG"')
    (programs.parent / "packages" / "netcdf-1.0.16").rmdir()
    assert "==> Installing what tests compare with: octave-netcdf\n" in installed(programs)
    assert (programs / "log").read_text().endswith(" --no-install-recommends octave-netcdf\n")


def test_what_cannot_be_installed_is_named(programs: Path) -> None:
    for name in TOOLS[:-1]:
        add(programs, name, "")
    assert "Not installed: octave (no apt-get); the tests" in installed(programs)
    add(programs, "apt-get", "exit 100")
    assert "Not installed: octave (apt-get install failed)" in installed(programs)
    add(programs, "id", "echo 1000")
    assert "Not installed: octave (neither root nor sudo" in installed(programs)
    add(programs, "sudo", "exit 1")
    assert "Not installed: octave (neither root nor sudo" in installed(programs)
