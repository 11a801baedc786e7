"""However a command ends, it says so in one line, with an exit code of its own."""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
from collections.abc import Callable

import pytest
from typer.core import TyperGroup

from armwright.cli.app import app

Run = Callable[..., tuple[int, str, str]]
#: Names of commands that fail, and with what.
FAILING = {
    "unexpected": ValueError("what nobody\nthought of \x1b[31m"),
    "deep": RecursionError("maximum recursion depth exceeded"),
    "large": MemoryError(),
}


@pytest.fixture
def failing(monkeypatch: pytest.MonkeyPatch) -> None:
    # The other commands register themselves when they are imported.
    importlib.import_module("armwright.cli.commands")
    monkeypatch.setattr(app, "registered_commands", [])
    for name, error in FAILING.items():
        app.command(name)(_raising(error))


def _raising(error: Exception) -> Callable[[], None]:
    def command() -> None:
        raise error

    return command


@pytest.mark.usefixtures("failing")
@pytest.mark.parametrize(
    ("name", "code", "message"),
    [
        (
            "unexpected",
            70,
            "error: ValueError: what nobody\\nthought of \\x1b[31m. This is a bug in armwright, "
            "not in what it was given: please report it, with what ARMWRIGHT_TRACEBACK=1 in the "
            "environment shows.\n",
        ),
        (
            "deep",
            70,
            "error: RecursionError: maximum recursion depth exceeded. This is a bug in armwright, "
            "not in what it was given: please report it, with what ARMWRIGHT_TRACEBACK=1 in the "
            "environment shows.\n",
        ),
        (
            "large",
            2,
            "error: not enough memory. Try a shorter duration, fewer runs or fewer signals.\n",
        ),
    ],
)
def test_unexpected_errors(run: Run, name: str, code: int, message: str) -> None:
    assert run(name) == (code, "", message)


@pytest.mark.usefixtures("failing")
def test_where_it_comes_from(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ARMWRIGHT_TRACEBACK", "1")
    code, _, err = run("unexpected")
    assert code == 70
    assert err.startswith("Traceback (most recent call last):\n")
    assert err.splitlines()[-1].startswith("error: ValueError: what nobody")


def test_ctrl_c_while_the_words_are_read(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Typer would end without a word."""
    importlib.import_module("armwright.cli.commands")

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(TyperGroup, "parse_args", stop)
    assert run("robots") == (130, "", "error: stopped\n")


@pytest.mark.parametrize("wrong", ["yesterday", "", "9" * 30])
def test_a_date_that_is_none_is_told_before_a_library_meets_it(wrong: str) -> None:
    """NumPy reads it where SciPy is imported, which a process does once."""
    words = [sys.executable, "-m", "armwright", "bode", "pendulum/swing"]
    environment = {**os.environ, "SOURCE_DATE_EPOCH": wrong}
    done = subprocess.run(words, env=environment, capture_output=True, text=True, timeout=300)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        f"error: environment, SOURCE_DATE_EPOCH: this is not a date (got '{wrong}', expected "
        "seconds since 1970, a whole number, or no such variable)\n"
    )
