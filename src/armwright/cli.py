"""The command line. Each command is one call of the library; results are printed or written."""

from __future__ import annotations

import math
import sys
from enum import StrEnum
from io import TextIOWrapper
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
gallery = typer.Typer(no_args_is_help=True, help="Draw many things on one page.")
app.add_typer(gallery, name="gallery")

#: What is wrong with the words of a command line; typer has no public name for the class.
_UsageError: type[Exception] = typer.BadParameter.__mro__[1]

Open = Annotated[bool, typer.Option("--open", help="Open the picture in the desktop's viewer.")]


class Convention(StrEnum):
    standard = "standard"
    modified = "modified"


def main() -> None:
    """Entry point. What the user can put right is one line on stderr and exit code 2."""
    for stream in (sys.stdout, sys.stderr):
        # A terminal that cannot show a character shows another one.
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        sys.exit(app(standalone_mode=False) or 0)
    except ArmwrightError as error:
        _complain(str(error))
    except _UsageError as error:
        # Without a message, the help has been printed.
        message = error.format_message()  # type: ignore[attr-defined]
        if message:
            _complain(f"{message.rstrip('.')}. --help tells more.")
    sys.exit(2)


def _complain(message: str) -> None:
    line = "".join(c if c.isprintable() else " " for c in message)
    print(f"error: {line}", file=sys.stderr)


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
    from armwright.report import print_parts, robots_table
    from armwright.robot import library_names, load

    print_parts(robots_table(load(name) for name in library_names()))


@app.command()
def check(
    robots: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE_OR_NAME...",
            help="Library robots, or .toml, .urdf, .xacro or MuJoCo .xml files.",
        ),
    ],
    strict: Annotated[bool, typer.Option("--strict", help="Warnings count as errors.")] = False,
) -> None:
    """Tell what is wrong or implausible in descriptions of robots.

    Exit code 0: nothing, or only warnings. 1: errors. 2: a file cannot be read, or is refused.
    """
    from armwright.report import findings_text, print_parts
    from armwright.robot import load

    code = 0
    for name in robots:
        try:
            findings = load(name).check(folder=Path(name).parent)
        except ArmwrightError as error:
            _complain(str(error))
            code = 2
            continue
        print_parts(findings_text(name, findings))
        if any(strict or finding.severity == "error" for finding in findings):
            code = max(code, 1)
    raise typer.Exit(code)


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
    dh: Annotated[
        Convention, typer.Option(help="Convention of the D-H table.")
    ] = Convention.standard,
    sources: Annotated[
        bool, typer.Option("--sources", help="List where the numbers come from.")
    ] = False,
    out: Annotated[
        Path | None,
        typer.Option(help="The picture: .png, .svg or .pdf. Otherwise armwright-NAME.png."),
    ] = None,
    open_picture: Open = False,
) -> None:
    """Print what is known of a robot, and draw it."""
    from armwright.report import describe, print_parts, save_picture, sheet_parts
    from armwright.robot import load

    model = load(robot)
    sheet = describe(model, _position(pose, model, degrees) if pose else None)
    print_parts(*sheet_parts(sheet, degrees=degrees, dh=dh.value, sources=sources))
    target = out or Path(f"armwright-{Path(robot).stem}.png")
    _finish(save_picture(sheet, target, folder=Path(robot).parent), open_picture)


@gallery.command("robots")
def gallery_robots(
    out: Annotated[Path, typer.Option(help="The picture: .png, .svg or .pdf.")] = Path(
        "armwright-robots.png"
    ),
    open_picture: Open = False,
) -> None:
    """Draw all robots of the library."""
    from armwright.report import robots_page, save_figure
    from armwright.robot import library_names, load

    path = save_figure(lambda: robots_page([load(name) for name in library_names()]), out)
    _finish(path, open_picture)


def _finish(path: Path, open_picture: bool) -> None:
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
