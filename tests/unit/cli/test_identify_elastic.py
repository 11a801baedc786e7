"""`armwright identify elastic`."""

from __future__ import annotations

from pathlib import Path

import pytest

from armwright import load
from armwright.robot.formats.toml_write import text
from tests.support.elastic_arms import TRUTH, arm
from tests.unit.cli.conftest import Run
from tests.unit.identify.test_responses import logs


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("recorded")
    for k, log in enumerate(logs()):
        log.save(folder / f"log{k}.nc")
    guess = arm({path: 1.2 * value for path, value in TRUTH.items()})
    (folder / "robot.toml").write_text(text(guess), encoding="utf-8")
    return folder


@pytest.mark.crosscheck
def test_logs_become_springs_a_report_and_a_verdict(run: Run, recorded: Path) -> None:
    files = sorted(map(str, recorded.glob("log*.nc")))
    code, out, err = run(
        *("identify", "elastic", *files, "--robot", str(recorded / "robot.toml")),
        *("--out", "found"),
    )
    assert (code, err) == (0, "")
    assert out.startswith("4 logs read\n")
    assert "valid for frequency responses" in out
    assert out.endswith("report: found/report.html\n")
    assert Path("found/figures/responses.png").exists()
    drive = load("found/robot.toml").joints[0].drive
    assert drive is not None
    assert drive.stiffness == pytest.approx(TRUTH["joints.shoulder.drive.stiffness"], rel=0.01)


@pytest.mark.crosscheck
def test_a_part_of_a_block_is_one_line(run: Run, recorded: Path) -> None:
    robot = str(recorded / "robot.toml")
    code, _, err = run("identify", "elastic", str(recorded / "log0.nc"), "--robot", robot)
    assert code == 2
    assert err.count("\n") == 1
    assert "do not make whole blocks" in err
    assert not Path("identified").exists()
