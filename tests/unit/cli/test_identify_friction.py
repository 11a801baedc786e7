"""`armwright identify friction`, as users type it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from armwright import Log, Robot, load
from armwright.robot.changing import changed
from armwright.robot.formats.toml_write import text
from armwright.studies.friction.arm import COLD, WARM, at_constant_speeds, forearm, measured
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


@pytest.mark.crosscheck
def test_cold_and_warm_logs_become_one_law_that_shares_two_numbers(
    run: Run, recorded: Path
) -> None:
    """S4 (5.13): eight numbers."""
    warm = {**WARM, "coulomb": COLD["coulomb"], "stribeck_velocity": COLD["stribeck_velocity"]}
    log = measured(at_constant_speeds(forearm(warm), SPEEDS, 250.0).simulate(), 2)
    log.save(recorded / "warm.nc")
    code, out, err = run(
        *("identify", "friction", str(recorded / "run.nc"), str(recorded / "warm.nc")),
        *("--robot", str(recorded / "robot.toml"), "--law", "extended"),
        *("--temperature", "293.15", "--temperature", "333.15", "--out", "found"),
    )
    assert (code, err) == (0, "")
    assert "valid for friction" in out
    drive = load("found/robot.toml").joints[0].drive
    assert drive is not None
    assert drive.friction_law == "warm_tustin"
    for name in ("static", "viscous"):
        assert drive.friction[name] == pytest.approx(COLD[name], rel=0.06)
        assert drive.friction[f"{name}_warm"] == pytest.approx(WARM[name], rel=0.06)
    rows = Path("found/combinations.csv").read_text(encoding="utf-8").splitlines()
    assert len(rows) == 1 + 8
    assert not any("coulomb_warm" in row or "stribeck_velocity_warm" in row for row in rows)


def saved(folder: Path, name: str, robot: Robot, speeds: tuple[float, ...] = SPEEDS) -> Log:
    log = measured(at_constant_speeds(robot, speeds, 125.0).simulate(), 3)
    log.save(folder / f"{name}.nc")
    return log


@pytest.mark.crosscheck
@pytest.mark.parametrize(
    ("bad", "named"),
    [
        ("forth", "one direction only"),
        ("limit", "a limit is reached"),
        ("payload", "an unmodelled payload?"),
    ],
)
def test_bad_data_is_named(run: Run, tmp_path: Path, bad: str, named: str) -> None:
    robot = forearm()
    if bad == "payload":
        robot = changed(robot, {"joints.joint3.drive.stiffness": None})
        saved(tmp_path, bad, changed(robot, {"links.forearm.mass": 70.0}))
    else:
        log = saved(tmp_path, bad, robot)
        torque, position = log["motor_torque"], log["motor_position"]
        if bad == "limit":
            top = 0.7 * np.abs(torque).max()
            torque = np.clip(torque, -top, top)
        else:
            velocity = np.gradient(position[:, 0], log.time)
            position = 0 * position
            position[:, 0] = np.cumsum(np.abs(velocity)) * (log.time[1] - log.time[0])
        signals = {"motor_position": position, "motor_torque": torque}
        Log.from_arrays(log.time, signals, joints=("joint3",)).save(tmp_path / f"{bad}.nc")
    (tmp_path / "robot.toml").write_text(text(robot), encoding="utf-8")
    code, out, err = run(
        *("identify", "friction", str(tmp_path / f"{bad}.nc"), "--law", "coulomb"),
        *("--robot", str(tmp_path / "robot.toml"), "--out", "found"),
    )
    assert (code, err) == (0, "")
    assert named in out
    assert "not to be trusted" in out


@pytest.mark.crosscheck
def test_what_the_arm_carried_is_no_unmodelled_payload(run: Run, tmp_path: Path) -> None:
    robot = changed(forearm(), {"joints.joint3.drive.stiffness": None})
    heavy = changed(robot, {"links.forearm.mass": 70.0})
    saved(tmp_path, "heavy", heavy)
    for name, one in (("robot", robot), ("heavy", heavy)):
        (tmp_path / f"{name}.toml").write_text(text(one), encoding="utf-8")
    log, mine, other = (str(tmp_path / name) for name in ("heavy.nc", "robot.toml", "heavy.toml"))
    asked = ("identify", "friction", log, "--law", "coulomb", "--robot", mine, "--carrying", other)
    code, out, err = run(*asked, "--out", "found")
    assert (code, err) == (0, "")
    assert "payload" not in out
    code, _, err = run(*asked, "--carrying", other, "--out", "twice")
    assert code == 2
    assert "carrying: one robot for each log (got 2, expected 1" in err


def test_too_few_speeds_are_one_line(run: Run, tmp_path: Path) -> None:
    saved(tmp_path, "few", forearm(), (0.5, 1.0, 1.5))
    (tmp_path / "robot.toml").write_text(text(forearm()), encoding="utf-8")
    code, _, err = run(
        *("identify", "friction", str(tmp_path / "few.nc"), "--law", "tustin"),
        *("--robot", str(tmp_path / "robot.toml"), "--out", "found"),
    )
    assert code == 2
    assert "motor 'joint3': too few speeds (got 3, expected more than 4" in err
    assert not Path("found").exists()


def test_options_that_do_not_fit_are_one_line(run: Run, recorded: Path) -> None:
    log, robot = str(recorded / "run.nc"), str(recorded / "robot.toml")
    for options, message in (
        (("--law", "lugre", "--loaded"), "option --loaded: only of curves over velocity"),
        (("--law", "dahl", "--carrying", robot), "option --carrying: only of curves over velocity"),
        (("--elements", "3"), "option --elements: only of Maxwell slip"),
        (("--temperature", "293", "--temperature", "333"), "one temperature for each log"),
    ):
        code, _, err = run("identify", "friction", log, "--robot", robot, *options)
        assert code == 2
        assert err.count("\n") == 1
        assert message in err
        assert not Path("identified").exists()


def test_bristles_of_several_logs_are_one_line(run: Run, recorded: Path) -> None:
    log = str(recorded / "run.nc")
    code, _, err = run(
        *("identify", "friction", log, log, "--law", "lugre"),
        *("--robot", str(recorded / "robot.toml")),
    )
    assert code == 2
    assert err.count("\n") == 1
    assert "bristles are found of one motor, in one log or in several at their temperatures" in err
