"""`armwright export`: files for other tools, or one line that says why not."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

import armwright as aw
from armwright.export.targets import TARGETS

Run = Callable[..., tuple[int, str, str]]


def test_a_robot(run: Run, tmp_path: Path) -> None:
    code, out, _ = run(
        "export", "scara", "--to", "c", "--function", "pose", "--function", "gravity"
    )
    assert code == 0
    assert out.startswith("written to .: scara.c, scara.h, scara_test.c\n")
    assert "  friction: joints.*.drive.friction\n" in out
    header = (tmp_path / "scara.h").read_text()
    assert "void scara_gravity(const double q[3], double gravity[3]);" in header
    assert "scara_energy" not in header


def test_a_scenario(run: Run, tmp_path: Path) -> None:
    code, out, _ = run("export", "pendulum/swing", "--to", "c", "--out", "new/arm.c")
    assert code == 0
    assert out == "written to new: arm.c, arm.h, arm_test.c\n"
    assert "void arm_step(arm_state *s);" in (tmp_path / "new/arm.h").read_text()


def test_other_values(run: Run, tmp_path: Path) -> None:
    for name, changes in (("a", []), ("b", ["--set", "gravity=[0, 0, -1.6]"])):
        arguments = ["--to", "c", "--function", "gravity", "--out", f"{name}/arm.c", *changes]
        assert run("export", "scara", *arguments)[0] == 0
    first, second = ((tmp_path / name / "arm.c").read_text() for name in "ab")
    assert first != second
    arguments = ["--to", "c", "--signal", "tool_position", "--set", "duration=0.01"]
    assert run("export", "pendulum/swing", *arguments)[0] == 0
    assert "joint_velocity" not in (tmp_path / "pendulum_swing.h").read_text()
    assert "ticks[11]" in (tmp_path / "pendulum_swing_test.c").read_text()


def test_files(run: Run, tmp_path: Path) -> None:
    aw.load("scara").save(tmp_path / "arm.toml")
    (tmp_path / "fall.toml").write_text('robot = "arm.toml"\nduration = 0.01\n')
    assert run("export", "arm.toml", "--to", "c", "--function", "pose")[0] == 0
    assert run("export", "fall.toml", "--to", "c")[0] == 0
    assert "arm_pose(" in (tmp_path / "arm.h").read_text()
    assert "fall_step(" in (tmp_path / "fall.h").read_text()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["scara", "--to", "matlab"], "unknown export target (got 'matlab', expected"),
        (["nobody", "--to", "c"], "no robot or scenario has this name (got 'nobody', expected"),
        (["no.toml", "--to", "c"], "no.toml: no such file"),
        (["scara", "--to", "c", "--function", "dance"], "no such function of an arm (got 'dance'"),
        (["scara", "--to", "c", "--part", "plant"], "'part' does not apply to a robot"),
        (["pendulum/swing", "--to", "c", "--function", "pose"], "'functions' does not apply to a"),
        (["pendulum/swing", "--to", "c", "--part", "motor"], "no such part of a scenario"),
        (["pendulum/swing", "--to", "c", "--signal", "x"], "there is no signal 'x' to record"),
        (["scara", "--to", "c", "--out", "arm.h"], "not the name of a C file (got 'arm.h'"),
        (["scara", "--to", "c", "--out", "/dev/null/arm.c"], "/dev/null"),
        (["scara", "--to", "c", "--set", "mass"], "not a path and a value"),
        (["scara"], "Missing option '--to'"),
        (["scara", "--to", "fmu2"], "export to fmu2: wrong kind of source (got a robot"),
        (["pendulum/swing", "--to", "fmu2", "--kind", "me"], "unknown kind of FMU (got 'me'"),
        (["pendulum/swing", "--to", "fmu2", "--out", "arm.zip"], "expected .fmu"),
        (
            ["pendulum/swing", "--to", "fmu3", "--out", "/dev/null/a.fmu"],
            "folder cannot be created",
        ),
        (["pendulum/swing", "--to", "fmu3", "--parameter", "x"], "x: there is no such number to"),
        (["pendulum/swing", "--to", "c", "--kind", "both"], "'kind' does not apply to a scenario"),
    ],
)
def test_bad_input_is_one_line_and_nothing_written(
    run: Run, tmp_path: Path, arguments: list[str], message: str
) -> None:
    code, _, err = run("export", *arguments)
    assert code == 2
    assert err.startswith("error: ")
    assert message in err
    assert err.count("\n") == 1
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("to", ["c", "octave"])
def test_several_files_are_written_all_or_none(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, to: str
) -> None:
    arguments = ["export", "two_axis", "--to", to, *(["--function", "gravity"] * (to == "c"))]
    assert run(*arguments)[0] == 0
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}

    def full(handle: int) -> None:
        """When the last of three is written."""
        if len([path for path in tmp_path.rglob("*") if path.is_file()]) == len(before) + 3:
            raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    code, out, err = run(*arguments, "--set", "links.link1.mass=7")
    assert (code, out, err.count("\n")) == (2, "", 1), err
    assert "No space left on device" in err
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_help_tells_all_targets(run: Run) -> None:
    text = " ".join(run("export", "--help")[1].replace("│", " ").split())
    for name, target in TARGETS.items():
        assert f"{name}: {target.description}" in text
