"""Files of runs in GNU Octave, whose functions are MATLAB's: by itself, and with its netcdf."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

from armwright.signals import Run
from tests.unit.signals.test_run import make

OCTAVE = shutil.which("octave-cli") or shutil.which("octave")
NETCDF = any(Path("/usr/share/octave/packages").glob("netcdf-*"))
pytestmark = pytest.mark.skipif(OCTAVE is None, reason="GNU Octave is not installed")
TEXT = 'name = "größe"\n' * 40


def printed(path: Path, script: str) -> list[str]:
    assert OCTAVE is not None
    command = [OCTAVE, "--no-gui", "--norc", "--quiet", "--eval", script]
    done = subprocess.run(command, cwd=path.parent, capture_output=True, text=True, timeout=60)
    assert not done.returncode, done.stderr
    return done.stdout.splitlines()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    run = make()
    named = run.data.assign_coords(joint=["hüfte", "b"]).assign_attrs(note="µ")
    named["joint_position"].attrs["units"] = "m/s²"
    return Run(named, {"scenario_file": TEXT}).save(tmp_path / "run.nc")


def numbers(lines: list[str]) -> np.ndarray:
    return np.array([list(map(float, line.split())) for line in lines])


def test_by_itself(path: Path) -> None:
    """`load` takes the signals that are named; it has time along the columns."""
    lines = printed(
        path,
        "s = load('run.nc', 'time', 'joint_position');"
        "printf('%.17g %.17g %.17g\\n', [s.time; s.joint_position]);",
    )
    data = Run.load(path).data
    expected = np.column_stack([data["time"], data["joint_position"]])
    np.testing.assert_array_equal(numbers(lines), expected)


@pytest.mark.skipif(not NETCDF, reason="Octave's netcdf is not installed")
def test_with_its_netcdf(path: Path) -> None:
    lines = printed(
        path,
        "pkg load netcdf;"
        "printf('%s\\n', ncreadatt('run.nc', 'joint_position', 'units'));"
        "printf('%s\\n', ncreadatt('run.nc', '/', 'note'));"
        "names = deblank(cellstr(ncread('run.nc', 'joint')')); printf('%s\\n', names{:});"
        "printf('%d\\n', numel(ncinfo('run.nc').Variables));"
        "printf('%d %s\\n', numel(ncread('run.nc', 'scenario_file')),"
        "  ncread('run.nc', 'scenario_file')(1:16));"
        "x = ncread('run.nc', 'joint_position'); printf('%.17g %.17g\\n', x);",
    )
    run = Run.load(path)
    assert [line.rstrip() for line in lines[:4]] == ["m/s²", "µ", "hüfte", "b"]
    assert int(lines[4]) == len(run.data.variables) + 1
    assert lines[5] == f'{len(TEXT.encode())} name = "größe"'
    np.testing.assert_array_equal(numbers(lines[6:]), run.data["joint_position"])
