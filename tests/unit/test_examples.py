"""The examples and what README.md says do run."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg

import armwright as aw
from armwright.cli import main
from armwright.studies.registry import ALL, STUDIES

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def _blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", README, re.MULTILINE | re.DOTALL)


#: Examples that take their time.
_LONG = ("gear_train", "own_controller", "own_friction", "tune_on_a_line", "tuning", "upright")


@pytest.mark.parametrize(
    "script",
    [
        pytest.param(path, id=path.stem, marks=[pytest.mark.crosscheck] * (path.stem in _LONG))
        for path in sorted((ROOT / "examples").glob("*.py"))
    ],
)
def test_example(script: Path, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", str(script)],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"PYTHONIOENCODING": "utf-8"},
    )
    assert done.returncode == 0, done.stderr
    assert not done.stderr
    assert not list(tmp_path.iterdir())


def test_readme_python_blocks_run_one_after_the_other() -> None:
    blocks = _blocks("python")
    assert len(blocks) >= 5
    names: dict[str, object] = {}
    for block in blocks:
        exec(compile(block, "README.md", "exec"), names)


@pytest.mark.crosscheck
def test_readme_commands_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All but the studies, which take their time; `make crosscheck` runs them."""
    commands = [
        shlex.split(line, comments=True)
        for block in _blocks("sh")
        for line in block.splitlines()
        if line.startswith("armwright ")
    ]
    assert len(commands) >= 3
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("typer.launch", lambda path: 0)
    aw.load("puma560").save(tmp_path / "my_arm.urdf")
    aw.Log.from_run(aw.load_scenario("six-axis-line").simulate()).save(tmp_path / "test.csv")
    _tracked(tmp_path / "tracker.csv")
    studies = [command for command in commands if command[1] == "study"]
    assert {command[2] for command in studies} == {*STUDIES, ALL}
    for command in (one for one in commands if one not in studies):
        monkeypatch.setattr(sys, "argv", command)
        with pytest.raises(SystemExit) as stop:
            main()
        assert stop.value.code == 0, command
    assert (tmp_path / "panda.png").exists()


def _tracked(path: Path) -> None:
    """Sixty poses of a PUMA 560 with a target at its tool: degrees and mm."""
    arm, rng = aw.compile("puma560"), np.random.default_rng(0)
    joints = rng.uniform(-1.2, 1.2, (60, 6))
    points = arm.pose(joints)[:, :3, 3] + rng.normal(0, 1e-4, (60, 3))
    rows = np.hstack([np.degrees(joints), 1e3 * points])
    head = ",".join([*(f"joint_{k}" for k in range(1, 7)), "x", "y", "z"])
    np.savetxt(path, rows, delimiter=",", header=head, comments="")


@pytest.mark.crosscheck
def test_the_first_hour(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every command and every line of Python of the page, in its order, in an empty folder."""
    page = (ROOT / "docs" / "first_hour.md").read_text(encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    # Other tests look at pictures; to draw them takes longer than all the rest.
    monkeypatch.setattr(FigureCanvasAgg, "draw", FigureCanvasAgg.get_renderer)
    names: dict[str, object] = {}
    commands = 0
    for language, block in re.findall(r"^```(\w+)\n(.*?)^```", page, re.MULTILINE | re.DOTALL):
        if language == "xml":
            (tmp_path / "lift.urdf").write_text(block, encoding="utf-8")
        elif language == "python":
            exec(compile(block, "first_hour.md", "exec"), names)
        else:
            assert language == "sh"
            for line in block.splitlines():
                monkeypatch.setattr(sys, "argv", shlex.split(line))
                with pytest.raises(SystemExit) as stop:
                    main()
                assert stop.value.code == 0, line
                commands += 1
    assert commands > 12
    # The gain that was found is inside the range that was tried, and better than the first.
    gains, errors = np.asarray(names["gains"]), np.asarray(names["errors"])
    (chosen,) = np.flatnonzero(gains == names["best"])
    assert 0 < chosen < gains.size - 1 and errors[chosen] < 0.9 * errors[0]
    for name in ("first/path.png", "many/spread.png", "controller.c", "lift.tex", "tuned.toml"):
        assert (tmp_path / name).stat().st_size > 0
