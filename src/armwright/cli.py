"""The command line. Each command is one call of the library; results are printed or written."""

from __future__ import annotations

import math
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from armwright.errors import ArmwrightError, InputError

if TYPE_CHECKING:
    from armwright.robot import Robot

# What is slow to import is imported by the commands that need it.

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="A workbench for robot arms.",
)


def main() -> None:
    """Entry point. What the user can put right is one line on stderr and exit code 2."""
    try:
        app()
    except ArmwrightError as error:
        line = "".join(c if c.isprintable() else " " for c in str(error))
        print(f"error: {line}", file=sys.stderr)
        sys.exit(2)


def _print_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        print(f"armwright {version('armwright')}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version.", callback=_print_version)
    ] = False,
) -> None:
    pass


@app.command()
def robots() -> None:
    """List the robots of the library."""
    from armwright.report.tables import console, robots_table
    from armwright.robot import library_names, load

    console().print(robots_table(load(name) for name in library_names()))


@app.command()
def show(
    robot: Annotated[
        str, typer.Argument(help="A library robot, or a .toml, .urdf, .xacro or MuJoCo .xml file.")
    ],
    pose: Annotated[
        str,
        typer.Option(
            help="Joint positions, such as '0 0.5 -1': rad for revolute, m for prismatic joints. "
            "Otherwise zero, or the limit nearest to it.",
        ),
    ] = "",
    degrees: Annotated[
        bool, typer.Option("--degrees", help="Angles in degrees, in --pose and in the tables.")
    ] = False,
    out: Annotated[
        Path | None,
        typer.Option(help="The picture: .png, .svg or .pdf. Otherwise armwright-NAME.png."),
    ] = None,
    open_picture: Annotated[
        bool, typer.Option("--open", help="Open the picture in the desktop's viewer.")
    ] = False,
) -> None:
    """Print what is known of a robot, and draw it."""
    from armwright.report import console, describe, save_picture, sheet_tables
    from armwright.robot import load

    model = load(robot)
    sheet = describe(model, _position(pose, model, degrees) if pose else None)
    console().print(*sheet_tables(sheet, degrees=degrees), sep="\n")
    target = out or Path(f"armwright-{Path(robot).stem}.png")
    path = save_picture(sheet, target, folder=Path(robot).parent)
    print(f"picture: {path}")
    if open_picture and typer.launch(str(path)):
        raise InputError("no viewer could be started", where=str(path))


def _position(text: str, robot: Robot, degrees: bool) -> list[float]:
    try:
        values = [float(word) for word in text.replace(",", " ").split()]
    except ValueError:
        raise InputError(
            "not numbers", where="--pose", got=repr(text), expected="such as '0 0.5 -1'"
        ) from None
    if len(values) != len(robot.moving_joints):
        raise InputError(
            "wrong number of joint positions",
            where="--pose",
            got=len(values),
            expected=f"{len(robot.moving_joints)}, for {', '.join(robot.joint_names)}",
        )
    if degrees:
        pairs = zip(values, robot.moving_joints, strict=True)
        values = [math.radians(x) if joint.kind == "revolute" else x for x, joint in pairs]
    return values
