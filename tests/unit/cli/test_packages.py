"""`--package NAME=DIR`, of every command that reads a robot's file."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import typer.main

from armwright.cli import commands
from armwright.cli.app import app
from armwright.robot.formats.packages import GIVEN

Run = Callable[..., tuple[int, str, str]]
#: Commands that read no file of a robot.
WITHOUT = {"robots", "scenarios", "studies", "study", "log"}


def leaves(group: Any) -> Iterator[Any]:
    for name, command in group.commands.items():
        if name != "gallery" and name not in WITHOUT:
            yield from leaves(command) if hasattr(command, "commands") else [command]


def test_every_command_that_reads_robots_has_it() -> None:
    assert commands.run
    found = list(leaves(typer.main.get_command(app)))
    assert len(found) > 15
    for command in found:
        options = [word for one in command.params for word in one.opts]
        assert "--package" in options, command.name


def test_the_package_is_found_during_the_command(run: Run, tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "parts.xacro").write_text("<robot><link name='base'/></robot>")
    Path("arm.xacro").write_text(
        "<robot name='arm'><xacro:include filename='$(find parts)/parts.xacro'/></robot>"
    )
    code, _, error = run("show", "arm.xacro")
    assert code == 2
    assert error.endswith("Say where it is: --package parts=DIR\n")
    code, out, _ = run("show", "arm.xacro", "--package", "parts=mine")
    assert code == 0
    assert "base" in out
    assert GIVEN not in os.environ


@pytest.mark.parametrize("wrong", ["parts", "parts=", "=mine", "parts=no-such-folder"])
def test_what_is_no_package_is_told(run: Run, wrong: str) -> None:
    code, _, error = run("check", "scara", "--package", wrong)
    assert code == 2
    assert error == (
        f"error: --package: this is not a package and its folder (got '{wrong}', expected "
        "NAME=DIR, the folder that has the package's files)\n"
    )
