"""The command line: what it prints, writes and returns."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path

import pytest
import typer

from armwright.cli import main

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    """Run a command line in an empty folder: exit code, stdout, stderr."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["armwright", *arguments])
        code = 0
        try:
            main()
        except SystemExit as stop:
            code = int(stop.code or 0)
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return run


def test_help_lists_the_commands(run: Run) -> None:
    code, out, _ = run("--help")
    assert code == 0
    assert all(command in out for command in ("robots", "show", "--version"))


def test_installed_command_tells_its_version() -> None:
    command = Path(sys.executable).with_name("armwright")
    done = subprocess.run([command, "--version"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, f"armwright {version('armwright')}\n")


def test_help_does_not_wait_for_matplotlib() -> None:
    code = (
        "import armwright.cli, sys; print({'matplotlib', 'trimesh', 'yourdfpy'} & {*sys.modules})"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"


def test_robots_lists_the_library(run: Run) -> None:
    code, out, _ = run("robots")
    assert code == 0
    assert all(name in out for name in ("manutec_r3", "panda", "puma560"))


def test_show_prints_and_draws(run: Run, tmp_path: Path) -> None:
    code, out, err = run("show", "puma560", "--degrees", "--pose", "30 45 -135 0 -45 0")
    assert (code, err) == (0, "")
    for text in ("23.45 kg", "0.877 m", "-160° … 160°", "-62.61", "34.37 N m", "-135°"):
        assert text in out
    picture = tmp_path / "armwright-puma560.png"
    assert out.endswith(f"picture: {picture.name}\n")
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert list(tmp_path.iterdir()) == [picture]


def test_show_uses_radians_unless_told(run: Run) -> None:
    code, out, _ = run("show", "puma560", "--pose", "0.5,0,0,0,0,0", "--out", "new/puma.svg")
    assert code == 0
    assert "0.5 rad" in out
    assert "<svg" in Path("new/puma.svg").read_text()


def test_open_starts_the_viewer(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = []
    monkeypatch.setattr(typer, "launch", lambda path: opened.append(path) or 0)
    assert run("show", "panda", "--open", "--out", "a.png")[0] == 0
    assert opened == ["a.png"]


ONE_LINK = """
name = "[bold]odd[/bold]"
description = "A \\u001b[31mred[/nonsense] robot."
[[links]]
name = "base"
[[links]]
name = "arm"
[[joints]]
name = "slide"
kind = "prismatic"
parent = "base"
child = "arm"
"""


def test_show_prints_names_as_they_are(run: Run, tmp_path: Path) -> None:
    """No markup, no terminal codes; no masses and no limits are no obstacle."""
    (tmp_path / "odd.toml").write_text(ONE_LINK)
    code, out, err = run("show", "odd.toml")
    assert (code, err) == (0, "")
    assert "[bold]odd[/bold]" in out
    assert "[nonsense]" not in out
    assert "\x1b[31m" not in out
    assert "reach" not in out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["show", "puma"], "no robot of that name in the library (got 'puma'"),
        (["show", "missing.urdf"], "missing.urdf: no such file"),
        (["show", "puma560", "--pose", "1 2"], "--pose: wrong number of joint positions (got 2"),
        (["show", "puma560", "--pose", "1 2 x 4 5 6"], "--pose: not numbers"),
        (["show", "puma560", "--pose", "1 2 nan 4 5 6"], "expected 6 finite numbers"),
        (["show", "puma560", "--out", "a.gif"], "a.gif: not a kind of picture that can be made"),
        (["show", "puma560", "--out", "/dev/null/a.png"], "/dev/null/a.png: cannot be written"),
    ],
)
def test_bad_input_is_one_line_and_code_2(run: Run, arguments: list[str], message: str) -> None:
    code, _, err = run(*arguments)
    assert code == 2
    assert err.startswith("error: ")
    assert message in err
    assert err.count("\n") == 1


@pytest.mark.parametrize("arguments", [["--wrong"], ["shw"], ["show"], ["show", "puma560", "--no"]])
def test_wrong_usage_is_code_2(run: Run, arguments: list[str]) -> None:
    code, _, err = run(*arguments)
    assert code == 2
    assert "Traceback" not in err
