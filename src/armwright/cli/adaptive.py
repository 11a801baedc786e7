"""The command that follows a robot's numbers through a log."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from armwright.cli.identify import (
    ColumnsOption,
    LogFile,
    ResultFolder,
    RobotName,
    group,
    write_and_tell,
)
from armwright.cli.packages import with_packages
from armwright.cli.results import folder_for
from armwright.cli.sources import load_robot
from armwright.cli.told import Json, told


@group.command("adaptive")
@with_packages
def adaptive(
    log: LogFile,
    robot: RobotName,
    free: Annotated[
        list[str] | None,
        typer.Option(
            "--free",
            help="Path or pattern of a number to follow; can be repeated. Default: viscous and "
            "static friction (or Coulomb's) of every motor.",
        ),
    ] = None,
    plain: Annotated[
        bool, typer.Option("--plain", help="Believe in the described bodies, and in stiff gears.")
    ] = False,
    noise: Annotated[
        float | None,
        typer.Option(help="White, of the measured torque or current. Default: as the log shows."),
    ] = None,
    hourly: Annotated[
        float, typer.Option(help="By which part of itself a number may change within an hour.")
    ] = 0.5,
    columns: ColumnsOption = None,
    out: ResultFolder = Path("identified"),
    as_json: Json = False,
) -> None:
    """Numbers that are followed over time by a Kalman filter: friction above all."""
    from dataclasses import replace

    from armwright.identify import PLAIN, AdaptiveTuning
    from armwright.identify import adaptive as identified
    from armwright.identify.adaptive import friction_paths
    from armwright.report.fits.adaptive import adaptive_contents, adaptive_data
    from armwright.signals.reading import read_log

    model = load_robot(robot)
    with told("identify adaptive", as_json) as document, folder_for(out) as folder:
        tuning = replace(PLAIN if plain else AdaptiveTuning(), noise=noise, hourly=hourly)
        measured = read_log(log, columns, robot=model)
        found = identified(model, measured, free or friction_paths(model), tuning=tuning)
        words = [
            f"{one.element} = {one.value:.5g} ± {one.error:.2g} {one.unit} "
            f"(described: {one.nominal:.5g})"
            for one in found.parameters.values()
        ]
        words.append(f"innovations squared, over expected: {found.consistency.mean:.3g}")
        document.add_tables(lambda: adaptive_data(found))
        write_and_tell(found.fit, adaptive_contents(found), words, folder, document, [log])
