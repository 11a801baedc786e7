"""`--json`: one shape for every command that prints a table."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest
import typer

import armwright as aw
import armwright.cli.commands  # where all of them are added
from armwright.cli.app import app
from tests.unit.cli.conftest import Run


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


def test_commands_that_print_tables_have_it() -> None:
    group: Any = typer.main.get_command(app)
    tables = (
        *("robots", "check", "show", "scenarios", "simulate", "studies", "study", "modes", "bode"),
        *("motors", "log", "replay", "iso9283"),
    )
    for name in tables:
        assert "--json" in {word for one in group.commands[name].params for word in one.opts}
