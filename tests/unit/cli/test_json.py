"""`--json`: one shape for every command."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
import typer

import armwright as aw
import armwright.cli.commands  # where all of them are added
from armwright import Log
from armwright.cli.app import app
from armwright.studies.friction.arm import at_constant_speeds, forearm, measured
from armwright.studies.puma_validation.motor_link import motor_link, swinging
from tests.support.calibration import circle_table, disturbed_cell, pose_table
from tests.support.documents import ROOT
from tests.support.elastic_arms import TRUTH, arm
from tests.unit.cli.conftest import Run
from tests.unit.cli.test_identify_friction import SPEEDS
from tests.unit.identify.test_adaptive import log, pendulum
from tests.unit.identify.test_responses import logs


def document(run: Run, *words: str) -> dict[str, Any]:
    """What the command prints, all of it."""
    _, out, _ = run(*words, "--json")
    found: dict[str, Any] = json.loads(out)
    assert list(found) == ["armwright", "command", "tables", "notes", "files"]
    assert found["armwright"] == aw.__version__
    for table in found["tables"].values():
        assert list(table) == ["units", "rows"]
        assert all({*table["units"]} <= {*row} for row in table["rows"])
    for file in found["files"]:
        assert Path(file).exists()
    return found


def rows(found: dict[str, Any], table: str) -> list[dict[str, Any]]:
    result: list[dict[str, Any]] = found["tables"][table]["rows"]
    return result


def test_lists(run: Run) -> None:
    assert [row["robot"] for row in rows(document(run, "robots"), "robots")] == [
        *aw.library_names()
    ]
    found = document(run, "scenarios")
    assert [row["scenario"] for row in rows(found, "scenarios")] == [*aw.scenario_names()]
    assert found["tables"]["scenarios"]["units"] == {"duration": "s"}


def test_findings_and_the_exit_code(run: Run, tmp_path: Path) -> None:
    broken = tmp_path / "broken.toml"
    broken.write_text('name = "x"\n[[links]]\nname = "a"\nmas = 3\n', encoding="utf-8")
    code, out, err = run("check", "puma560", str(broken), "--json")
    findings = rows(json.loads(out), "findings")
    assert code == 2 and "did you mean 'mass'" in err.lower()
    assert {row["name"] for row in findings} == {"puma560", str(broken)}
    assert {row["severity"] for row in findings} == {"warning", "error"}
    assert "armwright: " not in out and out.startswith("{")


def test_a_robot(run: Run) -> None:
    found = document(run, "show", "two_axis", "--out", "arm.png")
    assert found["files"] == ["arm.png"]
    robot = aw.load("two_axis")
    assert [row["joint"] for row in rows(found, "joints")] == [*robot.joint_names]
    masses = [link.inertia.mass for link in robot.links if link.inertia]
    assert [row["mass"] for row in rows(found, "links")] == masses
    numbers = {row["path"]: row["value"] for row in rows(found, "numbers")}
    assert numbers["joints.joint1.drive.gear_ratio"] == robot.joint("joint1").drive.gear_ratio


def test_a_run_and_a_sweep(run: Run) -> None:
    found = document(run, "simulate", "pendulum/swing", "--set", "duration=0.1", "--out", "one")
    assert {Path(file).name for file in found["files"]} >= {"run.nc", "summary.json"}
    told = json.loads(Path("one/summary.json").read_text(encoding="utf-8"))["energy"]
    for row in rows(found, "energy"):
        assert row["value"] == told[row["of"]]["value"]
    many = ("--runs", "3", "--spread", "links.*.mass=5%")
    found = document(run, "simulate", "pendulum/swing", "--set", "duration=0.1", *many)
    assert all(math.isfinite(row["median"]) for row in rows(found, "energy"))


def test_modes(run: Run) -> None:
    plant = aw.Plant(aw.load("two_axis"))
    expected = aw.linearise(plant).modes()
    found = rows(document(run, "modes", "two_axis", "--out", "modes.png"), "modes")
    for row, mode in zip(found, expected, strict=True):
        assert row["pole_imaginary"] == pytest.approx(mode.pole.imag)
        assert row["frequency"] is None or row["frequency"] == pytest.approx(mode.frequency)


def test_a_scenario_to_copy(run: Run) -> None:
    (row,) = rows(document(run, "scenarios", "pendulum/swing", "--show"), "scenario")
    assert row["toml"] == run("scenarios", "pendulum/swing", "--show")[1]


def test_equations_with_what_their_symbols_stand_for(run: Run) -> None:
    words = ("equations", "two_axis", "--symbols", "masses")
    found = document(run, *words)
    (row,) = rows(found, "equations")
    assert row["text"] == run(*words)[1] and found["files"] == []
    values = {one["symbol"]: one["value"] for one in rows(found, "symbols")}
    masses = [link.inertia.mass for link in aw.load("two_axis").links if link.inertia]
    assert [values["m1"], values["m2"]] == masses
    found = document(run, *words, "--to", "c", "--out", "arm.c")
    assert found["files"] == ["arm.c"]
    assert rows(found, "equations")[0]["text"] == Path("arm.c").read_text(encoding="utf-8")


def test_commands_that_write_files_name_them(run: Run) -> None:
    assert document(run, "new", "two_axis", "--out", "mine.toml")["files"] == ["mine.toml"]
    found = document(run, "export", "two_axis", "--to", "urdf", "--out", "arm.urdf")
    assert found["files"] == ["arm.urdf"]
    lost = [row["what"] for row in rows(found, "left_out")]
    assert any("motor inertia" in one for one in lost)


@pytest.mark.crosscheck
@pytest.mark.parametrize("of", ["robots", "friction", "references"])
def test_galleries(run: Run, of: str) -> None:
    assert document(run, "gallery", of, "--out", "page.png")["files"] == ["page.png"]


def test_a_calibration_from_poses(run: Run) -> None:
    cell = disturbed_cell("scara", np.random.default_rng(30))
    q = cell.joints(40, np.random.default_rng(31))
    Path("poses.csv").write_text(pose_table(cell.nominal, q, cell.points(q)), encoding="utf-8")
    words = ("calibrate", "poses", "poses.csv", "--robot", "scara", "--check", "poses.csv")
    found = document(run, *words, "--out", "made")
    assert "made/calibrated.urdf" in found["files"]
    before, after, fresh = rows(found, "distances")
    assert before["mean"] > 1e-4 > 1e-9 > after["mean"]
    assert fresh["mean"] == pytest.approx(after["mean"])
    kept = json.loads(Path("made/calibration.json").read_text(encoding="utf-8"))
    assert rows(found, "frames")[0]["pose"] == kept["base"]
    parameters = {row["number"]: row["value"] for row in rows(found, "parameters")}
    assert parameters == {name: one["value"] for name, one in kept["parameters"].items()}


def test_a_calibration_from_circles(run: Run) -> None:
    cell = disturbed_cell("scara", np.random.default_rng(30))
    Path("circles.csv").write_text(circle_table(cell, arc=2.0, count=20), encoding="utf-8")
    found = document(run, "calibrate", "circles", "circles.csv", "--robot", "scara")
    first, second, slide = rows(found, "axes")
    assert first["arc"] == pytest.approx(2.0) and second["radius"] > 0.1
    assert slide["radius"] is None and slide["rms"] < 1e-9
    assert {row["what"] for row in rows(found, "findings")} == {"an incomplete circle"}


def test_a_fit_of_one_joint(run: Run) -> None:
    motor_link().save("motor_link.toml")
    setup = swinging(motor_link(), steps=2)
    setup.changed({"integration.tolerance": 0.01}).simulate().save("run.nc")
    words = ("identify", "joint", "run.nc", "--robot", "motor_link.toml")
    found = document(run, *words)
    assert found["command"] == "identify joint" and "identified/robot.toml" in found["files"]
    (fit,) = rows(found, "fit")
    assert fit["verdict"] == run(*words)[1].splitlines()[-2]
    values = {row["combination"]: row["value"] for row in rows(found, "combinations")}
    assert values["inertia"] == pytest.approx(2.095, abs=0.005)
    code, out, err = run("identify", "joint", "none.nc", "--robot", "motor_link.toml", "--json")
    assert (code, out) == (2, "") and err.startswith("error: ") and err.count("\n") == 1


@pytest.mark.crosscheck
def test_a_fit_that_is_not_to_be_trusted(run: Run) -> None:
    """One document all the same; what is wrong with the log stands in it."""
    robot = forearm()
    moved = measured(at_constant_speeds(robot, SPEEDS, 125.0).simulate(), 3)
    top = 0.7 * np.abs(moved["motor_torque"]).max()
    signals = {
        "motor_position": moved["motor_position"],
        "motor_torque": np.clip(moved["motor_torque"], -top, top),
    }
    Log.from_arrays(moved.time, signals, joints=("joint3",)).save("log.nc")
    robot.save("robot.toml")
    found = document(
        run, "identify", "friction", "log.nc", "--law", "coulomb", "--robot", "robot.toml"
    )
    (fit,) = rows(found, "fit")
    assert fit["verdict"].startswith("not to be trusted") and fit["success"] is False
    assert "error" in {row["severity"] for row in rows(found, "findings")}
    assert {row["name"] for row in rows(found, "findings")} == {"log.nc"}


@pytest.mark.crosscheck
def test_numbers_that_were_followed(run: Run) -> None:
    pendulum(viscous=0.2).save("arm.toml")
    log().save("log.csv")
    words = ("identify", "adaptive", "log.csv", "--robot", "arm.toml", "--plain")
    found = document(run, *words)
    (row,) = rows(found, "innovations")
    assert f"over expected: {row['mean']:.3g}\n" in run(*words)[1]
    (viscous,) = [one for one in rows(found, "parameters") if "viscous" in one["number"]]
    assert viscous["unit"] == "N m s/rad" and viscous["described"] == 0.2


@pytest.mark.crosscheck
def test_structures_that_were_ranked(run: Run) -> None:
    for k, one in enumerate(logs()):
        one.save(f"log{k}.nc")
    arm({path: 1.2 * value for path, value in TRUTH.items()}).save("robot.toml")
    arm({"joints.elbow.stiffness": None, "joints.elbow.damping": None}).save("stiff.toml")
    files = [f"log{k}.nc" for k in range(len(logs()))]
    found = document(
        run, "identify", "elastic", *files, "--robot", "stiff.toml", "--against", "robot.toml"
    )
    best, other = rows(found, "structures")
    assert (best["robot"], other["robot"]) == ("robot.toml", "stiff.toml")
    assert best["criterion"] < other["criterion"] and best["tool_error"] is None
    assert {row["name"] for row in rows(found, "findings")} <= {", ".join(files)}


@pytest.mark.crosscheck
def test_an_exciting_motion(run: Run) -> None:
    found = document(
        run, "excite", "two_axis", "--iterations", "3", "--harmonics", "3", "--out", "motion"
    )
    told = json.loads(Path("motion/motion.json").read_text(encoding="utf-8"))
    (row,) = rows(found, "motion")
    assert row["condition_after"] == told["condition_after"] < row["condition_before"]
    used = {row["limit"]: row["used"] for row in rows(found, "limits")}
    assert used == told["used_of_limits"]
    assert "motion/reference.toml" in found["files"]


def test_a_sweep_into_a_folder(run: Run) -> None:
    words = ("sweep", "pendulum/damped", "--set", "duration=0.05", "--keep", "figures")
    words = (*words, "--spread", "joints.1.damping=5%", "--figure", "rms(joint_velocity)")
    found = document(run, *words, "--runs", "5", "--out", "few")
    table = pd.read_csv("few/runs.csv")
    assert [row["run"] for row in rows(found, "runs")] == [0, 1, 2, 3, 4]
    assert [row["joints.1.damping"] for row in rows(found, "runs")] == table.iloc[:, 1].tolist()
    assert found["tables"]["runs"]["units"]["joints.1.damping"] == "N m s/rad"
    (figure,) = rows(found, "figures")
    assert figure["largest"] == table.iloc[:, 2].max()
    assert figure["worst_run"] == table.iloc[:, 2].argmax()
    assert rows(found, "diverged") == [] and "few/runs.csv" in found["files"]
    many = document(run, *words, "--runs", "40", "--out", "many")
    assert "runs" not in many["tables"]
    (row,) = rows(many, "correlations")
    assert row["parameter"] == "joints.1.damping" and -1 <= row["rank_correlation"] < 0


def test_progress_does_not_stand_with_the_document(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")
    words = ("simulate", "pendulum/swing", "--set", "duration=0.1", "--json")
    code, out, err = run(*words)
    assert code == 0 and json.loads(out)["command"] == "simulate"
    assert "simulating" in err
    assert run(*words, "--quiet")[2] == ""


def commands(group: Any, *before: str) -> Iterator[tuple[str, Any]]:
    for name, one in group.commands.items():
        if hasattr(one, "commands"):
            yield from commands(one, *before, name)
        else:
            yield " ".join((*before, name)), one


def test_every_command_has_it() -> None:
    found = dict(commands(typer.main.get_command(app)))
    assert {"check", "calibrate poses", "identify adaptive", "gallery robots"} <= {*found}
    without = [
        name
        for name, one in found.items()
        if "--json" not in {word for option in one.params for word in option.opts}
    ]
    assert without == []


def test_the_page_lists_every_command() -> None:
    page = (ROOT / "docs" / "command_line.md").read_text(encoding="utf-8")
    listed = set(re.findall(r"`([a-z0-9 -]+)`", "\n".join(re.findall(r"(?m)^\|(.*?)\|", page))))
    found = {name for name, _ in commands(typer.main.get_command(app))}
    assert found - listed == set()
