"""What a command is about, where it may be a robot or a scenario."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from armwright.errors import InputError
from armwright.inputs import parse_toml, read_text

if TYPE_CHECKING:
    from armwright.robot import Robot
    from armwright.scenario import Scenario

OwnBlockFiles = Annotated[
    list[Path] | None,
    typer.Option(
        "--blocks",
        metavar="FILE",
        help="A Python file with blocks of your own that the scenario may use: it is run. Can be "
        "repeated.",
    ),
]


def load_robot(name: str) -> Robot:
    """Of the library, or of a file; a scenario's name is a common mistake."""
    from armwright.robot import load

    try:
        return load(name)
    except InputError:
        from armwright.scenario.library_files import library_scenarios

        robots = {one.name: one.robot for one in library_scenarios()}
        if name not in robots:
            raise
    raise InputError(
        "this is a scenario, not a robot", where=name, hint=f"Its robot is '{robots[name]}'."
    )


def robot_or_scenario(
    name: str, where: str, blocks: Sequence[Path] | None = None
) -> Robot | Scenario:
    """What the name stands for. `where`: the command, for messages."""
    from armwright.robot import library_names, load
    from armwright.scenario import scenario_names

    if is_scenario(name):
        from armwright.scenario import load_scenario

        return load_scenario(name, blocks=blocks or ())
    if name in library_names() or Path(name).suffix in (".toml", ".urdf", ".xacro", ".xml"):
        return load(name)
    raise InputError(
        "no robot or scenario has this name",
        where=where,
        got=repr(name),
        expected=f"a file, a robot ({', '.join(library_names())}) "
        f"or a scenario ({', '.join(scenario_names())})",
    )


def is_scenario(name: str) -> bool:
    """Of the library, or a .toml file that names a robot."""
    from armwright.robot.formats.toml import LARGEST_FILE
    from armwright.scenario import scenario_names

    path = Path(name)
    if path.suffix != ".toml":
        return name in scenario_names()
    try:
        return "robot" in parse_toml(read_text(path, LARGEST_FILE), str(path))
    except (InputError, tomllib.TOMLDecodeError):
        return False  # reading it as a robot says what is wrong
