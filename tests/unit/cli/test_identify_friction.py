"""`armwright identify friction`, as users type it."""

from __future__ import annotations

from pathlib import Path

import pytest

from armwright import load
from armwright.robot.formats.toml_write import text
from armwright.studies.friction.arm import at_constant_speeds, forearm, measured
from tests.unit.cli.conftest import Run

SPEEDS = (0.01, 0.03, 0.06, 0.1, 0.2, 0.4, 0.8, 1.2, 1.6, 2.0)


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("recorded")
    measured(at_constant_speeds(forearm(), SPEEDS, 250.0).simulate(), 1).save(folder / "run.nc")
    (folder / "robot.toml").write_text(text(forearm()), encoding="utf-8")
    return folder


@pytest.mark.crosscheck
def test_a_log_becomes_curves_and_a_robot_with_the_law(run: Run, recorded: Path) -> None:
    code, out, err = run(
        *("identify", "friction", str(recorded / "run.nc"), "--law", "tustin"),
        *("--robot", str(recorded / "robot.toml"), "--out", "found"),
    )
    assert (code, err) == (0, "")
    assert out.endswith("report: found/report.html\n")
    drive = load("found/robot.toml").joints[0].drive
    assert drive is not None
    assert drive.friction_law == "tustin"
    assert 0.47 < drive.friction["static"] < 0.53
    assert Path("found/figures/friction.png").stat().st_size > 10_000


def test_bristles_of_several_logs_are_one_line(run: Run, recorded: Path) -> None:
    log = str(recorded / "run.nc")
    code, _, err = run(
        *("identify", "friction", log, log, "--law", "lugre"),
        *("--robot", str(recorded / "robot.toml")),
    )
    assert code == 2
    assert err.count("\n") == 1
    assert "bristles are found of one motor, in one log" in err
