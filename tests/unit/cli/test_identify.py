"""`armwright identify`."""

from __future__ import annotations

from pathlib import Path

import pytest

from armwright import load
from armwright.robot.formats.toml_write import text
from tests.support.closed_loops import exciting, true_robot
from tests.unit.cli.conftest import Run


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("recorded")
    exciting(true_robot(), duration=4.0).simulate().save(folder / "run.nc")
    (folder / "robot.toml").write_text(text(true_robot()), encoding="utf-8")
    return folder


@pytest.mark.crosscheck
def test_a_run_becomes_a_robot_a_report_and_a_verdict(run: Run, recorded: Path) -> None:
    code, out, err = run(
        *("identify", "rigid", str(recorded / "run.nc"), "--robot", str(recorded / "robot.toml")),
        *("--out", "found"),
    )
    assert (code, err) == (0, "")
    assert "for torques" in out
    assert out.endswith("report: found/report.html\n")
    assert load("found/robot.toml").joint_names == true_robot().joint_names
    assert load("found/robot.urdf").joint_names == true_robot().joint_names
    head = Path("found/combinations.csv").read_text(encoding="utf-8").splitlines()[0]
    assert head == "combination,value,standard_error,unit"


def test_a_log_of_another_robot_is_one_line(run: Run, recorded: Path) -> None:
    code, _, err = run("identify", "rigid", str(recorded / "run.nc"), "--robot", "panda")
    assert code == 2
    assert err.count("\n") == 1
    assert "not a log of this robot" in err
    assert not Path("identified").exists()


def test_without_a_command_the_group_says_what_it_has(run: Run) -> None:
    _, out, _ = run("identify", "--help")
    assert "rigid" in out
