"""`armwright identify joint | output-error` and `armwright excite`, as users type them."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from armwright.cli.app import app
from armwright.cli.commands import run  # noqa: F401  (registers the commands)
from armwright.robot import load
from armwright.scenario import load_scenario
from armwright.studies.puma_validation.motor_link import motor_link, swinging


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """With a run of the motor and link, and its robot's file."""
    motor_link().save(tmp_path / "motor_link.toml")
    setup = swinging(motor_link(), steps=2)
    setup.changed({"integration.tolerance": 0.01}).simulate().save(tmp_path / "run.nc")
    return tmp_path


def table(file: Path) -> dict[str, list[str]]:
    """The rows of a file of columns, by their first cell."""
    with file.open(encoding="utf-8", newline="") as text:
        return {row[0]: row[1:] for row in csv.reader(text)}


def said(*words: str) -> str:
    result = CliRunner().invoke(app, list(words), catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.output


@pytest.mark.crosscheck
def test_one_joint_is_identified(folder: Path) -> None:
    out = said(
        "identify", "joint", str(folder / "run.nc"), "--robot", str(folder / "motor_link.toml"),
        "--out", str(folder / "found"),
    )  # fmt: skip
    assert "report:" in out
    rows = table(folder / "found" / "combinations.csv")
    assert abs(float(rows["inertia"][0]) - 2.095) < 0.005
    assert "weight_sine" in rows
    assert load(folder / "found" / "robot.toml").joint("joint1").drive is not None


@pytest.mark.crosscheck
def test_numbers_of_a_scenario_are_found(folder: Path) -> None:
    name = "pendulum/driven"
    load_scenario(name).simulate().save(folder / "driven.nc")
    out = said(
        "identify", "output-error", str(folder / "driven.nc"), "--scenario", name,
        "--free", "joints.1.friction.viscous", "--signal", "joint_velocity",
        "--out", str(folder / "found"),
    )  # fmt: skip
    assert "fitting joints.1.friction.viscous to joint_velocity" in out
    value, _, known, before, _ = table(folder / "found" / "parameters.csv")[
        "joints.axis.drive.friction.viscous"
    ]
    assert known == "seen"
    assert abs(float(value) / float(before) - 1) < 1e-3


@pytest.mark.crosscheck
def test_a_motion_is_written_as_reference_csv_picture_and_figures(tmp_path: Path) -> None:
    out = said(
        "excite", "two_axis", "--iterations", "3", "--harmonics", "3", "--out", str(tmp_path)
    )
    assert "condition number:" in out
    assert {"reference.toml", "motion.csv", "motion.png", "motion.json"} <= {
        one.name for one in tmp_path.iterdir()
    }
    told = json.loads((tmp_path / "motion.json").read_text())
    assert max(told["used_of_limits"].values()) <= 1
    whole = 'robot = "two_axis"\nduration = 1\n' + (tmp_path / "reference.toml").read_text()
    (tmp_path / "scenario.toml").write_text(whole)
    load_scenario(tmp_path / "scenario.toml").simulate()
