"""Commands about robots: list, check, show."""

from __future__ import annotations

import math
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from armwright.cli.app import app, complain
from armwright.cli.packages import with_packages
from armwright.cli.results import Open, file_for, finish
from armwright.cli.sources import OwnBlockFiles, is_scenario, load_robot
from armwright.cli.told import Json, told
from armwright.errors import ArmwrightError, InputError

if TYPE_CHECKING:
    from armwright.robot import Robot
    from armwright.robot.checks import FileWords


class DhConvention(StrEnum):
    standard = "standard"
    modified = "modified"


@app.command()
def robots(as_json: Json = False) -> None:
    """List the robots of the library."""
    from armwright.report import print_parts, robots_table
    from armwright.report.data import robots_data
    from armwright.robot import library_names, load

    with told("robots", as_json) as document:
        found = [load(name) for name in library_names()]
        document.table("robots", lambda: robots_data(found))
        print_parts(robots_table(found))


@app.command()
@with_packages
def check(
    robots: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE_OR_NAME...",
            help="Robots or scenarios of the library, or .toml, .urdf, .xacro or MuJoCo .xml "
            "files.",
        ),
    ],
    strict: Annotated[bool, typer.Option("--strict", help="Warnings count as errors.")] = False,
    blocks: OwnBlockFiles = None,
    as_json: Json = False,
) -> None:
    """Report what is wrong or implausible in robots and scenarios.

    Of a scenario: whether it can be simulated, what is noteworthy in it, and what its robot has.

    Exit code 0: nothing, or only warnings. 1: errors. 2: a file cannot be read, or is refused.
    """
    from armwright.report import findings_text, print_parts
    from armwright.report.data import Data, findings_rows
    from armwright.robot import Finding

    code, rows = 0, []
    with told("check", as_json) as document:
        for name in robots:
            try:
                robot, words, notes = _to_check(name, blocks or ())
                findings = robot.check(Path(name).parent, words)
            except ArmwrightError as error:
                complain(str(error))
                code = 2
                if isinstance(error, InputError):
                    rows += findings_rows(name, [Finding.of(error)])
                continue
            rows += findings_rows(name, findings)
            document.notes += [f"{name}: {note}" for note in notes]
            print_parts(findings_text(name, findings, notes))
            if any(strict or finding.severity == "error" for finding in findings):
                code = max(code, 1)
        document.table("findings", lambda: Data(rows))
        raise typer.Exit(code)


def _to_check(name: str, blocks: Sequence[Path]) -> tuple[Robot, FileWords, Sequence[str]]:
    """A robot, the words of its file, and notes if it is that of a scenario."""
    if is_scenario(name):
        from armwright.scenario import load_scenario

        scenario = load_scenario(name, blocks=blocks)
        return scenario.robot, "toml", scenario.notes()
    from armwright.robot import load
    from armwright.robot.loading import words_of

    return load(name), words_of(Path(name)), ()


@app.command()
@with_packages
def show(
    robot: Annotated[
        str, typer.Argument(help="A library robot, or a .toml, .urdf, .xacro or MuJoCo .xml file.")
    ],
    pose: Annotated[
        str,
        typer.Option(
            help="Joint positions, such as '0 0.5 -1': rad for revolute, m for prismatic joints. "
            "Default: zero, or the nearest limit.",
        ),
    ] = "",
    degrees: Annotated[
        bool, typer.Option("--degrees", help="Angles in degrees, in --pose and in the tables.")
    ] = False,
    dh: Annotated[
        DhConvention, typer.Option(help="Convention of the D-H table.")
    ] = DhConvention.standard,
    sources: Annotated[
        bool, typer.Option("--sources", help="List where the numbers come from.")
    ] = False,
    out: Annotated[
        Path | None,
        typer.Option(help="The picture: .png, .svg or .pdf. Default: armwright-NAME.png."),
    ] = None,
    open_picture: Open = False,
    as_json: Json = False,
) -> None:
    """Print a robot's data, and draw it."""
    from armwright.report import describe, print_parts, save_picture, sheet_parts
    from armwright.report.data import sheet_data

    model = load_robot(robot)
    sheet = describe(model, joint_positions(pose, model, degrees) if pose else None)
    target = out or Path(f"armwright-{Path(robot).stem}.png")
    with told("show", as_json) as document:
        with file_for(target):
            save_picture(sheet, target, folder=Path(robot).parent)
        document.add_tables(lambda: sheet_data(sheet, dh.value))
        document.wrote(target)
        print_parts(*sheet_parts(sheet, degrees=degrees, dh=dh.value, sources=sources))
        finish(target, open_picture)


def joint_positions(text: str, robot: Robot, degrees: bool) -> list[float]:
    """What --pose says."""
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
