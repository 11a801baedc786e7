"""What the commands print, write and return."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path

import pytest
import typer

import armwright as aw

Run = Callable[..., tuple[int, str, str]]


def test_help_lists_the_commands(run: Run) -> None:
    code, out, _ = run("--help")
    assert code == 0
    assert all(command in out for command in ("robots", "check", "show", "gallery", "--version"))


def test_installed_command_tells_its_version() -> None:
    command = Path(sys.executable).with_name("armwright")
    done = subprocess.run([command, "--version"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, f"armwright {version('armwright')}\n")


def test_help_does_not_wait_for_matplotlib() -> None:
    code = (
        "import armwright.cli.commands, sys; "
        "print({'matplotlib', 'trimesh', 'yourdfpy'} & {*sys.modules})"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"


def test_ctrl_c_while_the_program_is_imported_is_one_line() -> None:
    """What takes time is imported by the entry point, and not before it."""
    code = """
import sys
from armwright.cli import main
assert not {"numpy", "casadi", "typer"} & {*sys.modules}, "imported before Ctrl-C is caught"
class Stop:
    def find_spec(self, name, path, target=None):
        if name == "typer":
            raise KeyboardInterrupt
sys.meta_path.insert(0, Stop())
main()
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (130, "error: stopped\n")


def test_a_list_or_a_help_needs_no_numbers() -> None:
    """What takes long to import is left to the commands that need it."""
    code = """
import sys
sys.argv = ["armwright", "scenarios"]
try:
    import armwright.__main__
except SystemExit as end:
    assert end.code == 0
assert not {"numpy", "casadi", "matplotlib"} & {*sys.modules}
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert "six-axis-line" in done.stdout


def test_ctrl_c_is_not_lost_where_python_ignores_errors() -> None:
    """A weak reference's callback cannot raise: Python would print a traceback, and go on."""
    code = """
import signal, sys, time, weakref
from armwright.cli import main
from armwright.cli.app import app

class Thing:
    pass

@app.command()
def work() -> None:
    thing = Thing()
    watched = weakref.ref(thing, lambda _: signal.raise_signal(signal.SIGINT))
    del thing
    for _ in range(1000):
        time.sleep(0.01)
    print("it went on")

sys.argv = ["armwright", "work"]
main()
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "error: stopped\n")


def test_robots_lists_the_library_on_a_line_each(run: Run) -> None:
    code, out, _ = run("robots")
    assert code == 0
    lines = out.strip().splitlines()[2:]
    assert [line.split()[0] for line in lines] == list(aw.library_names())
    assert re.search(r"^ cart_pendulum +2  Cart with an inverted pendulum$", out, re.MULTILINE)
    assert not re.search(r"\bS\d\b", out)


@pytest.mark.crosscheck
def test_output_survives_a_terminal_without_unicode() -> None:
    command = [Path(sys.executable).with_name("armwright"), "robots"]
    environment = os.environ | {"PYTHONIOENCODING": "ascii"}
    done = subprocess.run(command, capture_output=True, env=environment, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"Staubli" in done.stdout


@pytest.mark.crosscheck
def test_gallery_draws_the_library(run: Run, tmp_path: Path) -> None:
    code, out, err = run("gallery", "robots")
    assert (code, out, err) == (0, "picture: armwright-robots.png\n", "")
    content = (tmp_path / "armwright-robots.png").read_bytes()
    assert content.startswith(b"\x89PNG")
    assert len(content) < 700_000
    assert len(list(tmp_path.iterdir())) == 1


def test_gallery_without_a_name_tells_what_there_is(run: Run) -> None:
    code, out, err = run("gallery")
    assert code == 2
    assert "robots" in out + err


def test_show_prints_and_draws(run: Run, tmp_path: Path) -> None:
    code, out, err = run("show", "puma560", "--degrees", "--pose", "30 45 -135 0 -45 0")
    assert (code, err) == (0, "")
    for text in ("23.45 kg", "0.877 m", "-160° … 160°", "-62.61", "34.37 N m", "-135°", "0.15005"):
        assert text in out
    picture = tmp_path / "armwright-puma560.png"
    assert out.endswith(f"picture: {picture.name}\n")
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert list(tmp_path.iterdir()) == [picture]


@pytest.mark.crosscheck
def test_show_uses_radians_unless_told(run: Run) -> None:
    code, out, _ = run("show", "puma560", "--pose", "0.5,0,0,0,0,0", "--out", "new/puma.svg")
    assert code == 0
    assert "0.5 rad" in out
    assert "<svg" in Path("new/puma.svg").read_text()


@pytest.mark.crosscheck
def test_show_has_both_kinds_of_dh_tables_and_the_sources(run: Run) -> None:
    _, out, _ = run("show", "two_axis", "--dh", "modified", "--sources", "--out", "a.png")
    assert "D-H, modified" in out
    assert "q - 1.5708" in out
    assert "1 published, 5 assumed\n" in out
    assert "joints.*.axis   published  Axelsson 2011, figure 1.1" in out
    _, out, _ = run("show", "two_axis", "--out", "a.png")
    assert "D-H, standard" in out
    assert "1 published, 5 assumed; --sources lists them\n" in out


def test_open_starts_the_viewer(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = []
    monkeypatch.setattr(typer, "launch", lambda path: opened.append(path) or 0)
    assert run("show", "cart_pendulum", "--open", "--out", "a.png")[0] == 0
    assert opened == ["a.png"]


ONE_LINK = """
name = "[bold]odd[/bold]"
description = "A red[/nonsense] robot."
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
    assert "\x1b" not in out
    assert "reach" not in out
