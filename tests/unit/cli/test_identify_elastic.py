"""`armwright identify elastic`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from armwright import load
from armwright.robot.formats.toml_write import text
from armwright.signals.log import Log
from tests.support.elastic_arms import TRUTH, arm
from tests.unit.cli.conftest import Run
from tests.unit.identify.test_responses import (
    _cut,
    _few,
    _in_degrees,
    _saturated,
    _stuck,
    logs,
)


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


@pytest.mark.crosscheck
@pytest.mark.parametrize(
    ("spoilt", "message"),
    [
        (_cut, "periods were cut"),
        (_saturated, "the torque is cut off"),
        (_in_degrees, "responses of all motors have another size than the robot's"),
        (_stuck, "motor 'elbow': the motor hardly answers to its own torque"),
        (_few, "there are too few frequencies"),
    ],
)
def test_garbage_is_one_line_and_leaves_nothing(
    run: Run, recorded: Path, tmp_path: Path, spoilt: Callable[[Log], Log], message: str
) -> None:
    files = []
    for k, log in enumerate(logs()):
        files.append(str(tmp_path / f"log{k}.nc"))
        spoilt(log).save(files[-1])
    code, _, err = run("identify", "elastic", *files, "--robot", str(recorded / "robot.toml"))
    assert code == 2
    assert err.count("\n") == 1
    assert message in err
    assert not Path("identified").exists()


@pytest.mark.crosscheck
def test_structures_are_ranked_with_what_they_cost_at_the_tool(run: Run, recorded: Path) -> None:
    """A second robot has one spring less; its tool is somewhere else on a path."""
    stiff = arm({"joints.elbow.stiffness": None, "joints.elbow.damping": None})
    (recorded / "stiff.toml").write_text(text(stiff), encoding="utf-8")
    Path("path.toml").write_text(
        f"robot = '{recorded / 'robot.toml'}'\nduration = 0.5\n"
        "[reference]\nkind = 'joint_path'\nrate = 1000\n"
        "points = [[0.2, 0.4], [0.4, 0.6]]\nspeed = 1\nacceleration = 5\n"
        "[controller]\nkind = 'cascade'\nposition_rate = 1000\nvelocity_rate = 4000\n"
        "position_gain = 20\nvelocity_gain = 0.05\nintegral_time = 0.1\n",
        encoding="utf-8",
    )
    files = sorted(map(str, recorded.glob("log*.nc")))
    robots = (str(recorded / name) for name in ("stiff.toml", "robot.toml"))
    first, second = robots
    code, out, err = run(
        *("identify", "elastic", *files, "--robot", first),
        *("--against", second, "--path", "path.toml", "--out", "found"),
    )
    assert (code, err) == (0, "")
    lines = out.splitlines()
    ranked = lines[lines.index("structures, best first:") + 1 :][:2]
    assert ranked[0].startswith(f"  {second}: 4 numbers") and "0 mm at the tool" in ranked[0]
    assert ranked[1].startswith(f"  {first}: 2 numbers") and "mm at the tool" in ranked[1]
    assert " 0 mm" not in ranked[1]
    code, _, err = run("identify", "elastic", *files, "--robot", first, "--path", "path.toml")
    assert code == 2 and "--against" in err
