"""`armwright export … --to fmu2` and fmu3."""

from __future__ import annotations

import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from armwright.export.fmi import binary

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture(autouse=True)
def _no_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(binary, "compiler", lambda: None)


@pytest.mark.parametrize(("target", "version"), [("fmu2", "2.0"), ("fmu3", "3.0")])
def test_an_fmu(run: Run, tmp_path: Path, target: str, version: str) -> None:
    options = ["--kind", "both", "--parameter", "joints.1.stiffness", "--signal", "joint_position"]
    code, out, _ = run("export", "pendulum/damped", "--to", target, *options)
    assert code == 0
    first, second, third = out.splitlines()
    assert first == "written to .: pendulum_damped.fmu"
    assert second == "what it leaves out or does differently:"
    assert third.startswith("  a binary, so it has to be compiled where it is used: ")
    with zipfile.ZipFile(tmp_path / "pendulum_damped.fmu") as archive:
        description = archive.read("modelDescription.xml").decode()
    assert f'fmiVersion="{version}"' in description
    assert 'name="joints[1].stiffness"' in description
    assert "tool_position" not in description
    assert "ModelExchange" in description


def test_another_part(run: Run, tmp_path: Path) -> None:
    arguments = ["--to", "fmu3", "--part", "controller", "--out", "new/brain.fmu"]
    code, _, _ = run("export", "six-axis-line", *arguments)
    assert code == 0
    with zipfile.ZipFile(tmp_path / "new/brain.fmu") as archive:
        assert "sources/six_axis_line_controller.c" in archive.namelist()
