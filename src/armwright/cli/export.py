"""The command that writes models for other tools."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from armwright.cli.app import app
from armwright.cli.packages import with_packages
from armwright.cli.results import file_for
from armwright.cli.scenarios import path_and_value
from armwright.cli.sources import OwnBlockFiles, robot_or_scenario
from armwright.cli.told import Json, told
from armwright.export.targets import TARGETS, find
from armwright.export.targets import export as export_to

if TYPE_CHECKING:
    from armwright.robot import Robot
    from armwright.scenario import Scenario


@app.command()
@with_packages
def export(
    name: Annotated[
        str,
        typer.Argument(metavar="NAME", help="A robot or a scenario: of the library, or a file."),
    ],
    to: Annotated[
        str,
        typer.Option(
            help="; ".join(f"{key}: {target.description}" for key, target in TARGETS.items()) + "."
        ),
    ],
    out: Annotated[Path | None, typer.Option(help="The file to write. Default: NAME.*.")] = None,
    changes: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="PATH=VALUE",
            help="Change a value, such as links.tool.mass=2.5; can be repeated.",
        ),
    ] = None,
    part: Annotated[
        str | None,
        typer.Option(help="Of a scenario: loop (all of it), plant or controller."),
    ] = None,
    outputs: Annotated[
        list[str] | None,
        typer.Option("--signal", help="Of a scenario: a signal to output; can be repeated."),
    ] = None,
    kind: Annotated[
        str | None,
        typer.Option(help="Of an FMU: co-simulation, model-exchange or both."),
    ] = None,
    parameters: Annotated[
        list[str] | None,
        typer.Option(
            "--parameter",
            metavar="PATH",
            help="Of an FMU: a number to tune, such as joints.2.friction.coulomb; can be repeated.",
        ),
    ] = None,
    platforms: Annotated[
        str | None,
        typer.Option(
            metavar="NAME,NAME",
            help="Of an FMU: which platforms it has binaries for, such as "
            "x86_64-linux,x86_64-windows, or all; it takes the package ziglang.",
        ),
    ] = None,
    functions: Annotated[
        list[str] | None,
        typer.Option("--function", help="Of a robot: a function to write; can be repeated."),
    ] = None,
    elastic: Annotated[
        bool,
        typer.Option("--elastic", help="Of a robot in C: its elastic axes count as joints too."),
    ] = False,
    blocks: OwnBlockFiles = None,
    as_json: Json = False,
) -> None:
    """Export a robot or a scenario for other tools."""
    from armwright.report.data import Data

    target = find(to)
    source = _changed(robot_or_scenario(name, "export", blocks), changes or [])
    path = out or Path(_stem(name) + target.suffix)
    options = {
        "part": part,
        "outputs": outputs or None,
        "kind": kind,
        "parameters": parameters or None,
        "platforms": None if platforms is None else [one.strip() for one in platforms.split(",")],
        "functions": functions or None,
        "elastic": elastic or None,
    }
    with told("export", as_json) as document:
        with file_for(path):
            written = export_to(source, to, path, options)
        document.wrote(*written.files)
        document.table("left_out", lambda: Data([{"what": one} for one in written.lost]))
        print(f"written to {path.parent}: " + ", ".join(one.name for one in written.files))
        if written.lost:
            print("\n  ".join(["what it leaves out or does differently:", *written.lost]))


def _changed(source: Robot | Scenario, changes: list[str]) -> Robot | Scenario:
    from armwright.robot import Robot
    from armwright.robot.changing import changed

    values = dict(path_and_value(text, "--set") for text in changes)
    return changed(source, values) if isinstance(source, Robot) else source.changed(values)


def _stem(name: str) -> str:
    from armwright.export.c_code.text import identifier

    return identifier(Path(name).stem if Path(name).suffix else name)
