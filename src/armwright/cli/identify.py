"""Commands that find a robot's numbers in what was measured."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from armwright.cli.app import app, finishing
from armwright.cli.results import folder_for

if TYPE_CHECKING:
    from armwright.fit import Fit

group = typer.Typer(no_args_is_help=True, help="Find a robot's numbers in a log.")
app.add_typer(group, name="identify")

LogFile = Annotated[Path, typer.Argument(help="A log, or a run, with positions and torques.")]
RobotName = Annotated[
    str, typer.Option("--robot", help="A library robot, or a .toml, .urdf, .xacro or .xml file.")
]
ResultFolder = Annotated[Path, typer.Option(help="Folder for what was found.")]


class EstimatorName(StrEnum):
    ordinary = "ordinary"
    weighted = "weighted"
    robust = "robust"


class FrictionName(StrEnum):
    coulomb = "coulomb"
    tustin = "tustin"
    described = "described"


@group.callback()
def _identify() -> None:
    """Find a robot's numbers in a log."""


@group.command("rigid")
def rigid(
    log: LogFile,
    robot: RobotName,
    out: ResultFolder = Path("identified"),
    estimator: Annotated[
        EstimatorName, typer.Option(help="How residuals are weighted.")
    ] = EstimatorName.weighted,
    friction: Annotated[
        FrictionName, typer.Option(help="The law of friction of every motor.")
    ] = FrictionName.coulomb,
    cutoff: Annotated[
        float | None,
        typer.Option(help="Of the filter of positions, in Hz. Default: from their spectrum."),
    ] = None,
    hold_back: Annotated[
        float, typer.Option(help="The last part of the log, which validates.", min=0.0, max=0.9)
    ] = 0.25,
) -> None:
    """Masses, inertias, rotors and friction of a rigid arm from its motion and its torques."""
    from armwright.identify import rigid as identified
    from armwright.robot import load
    from armwright.signals import Log, Run

    model = load(robot)
    with folder_for(out) as folder:
        measured = Log.from_run(Run.load(log))
        fit = identified(
            model,
            measured,
            estimator=estimator.value,
            friction=friction.value,
            cutoff=cutoff,
            hold_back=hold_back,
        )
        write(fit, folder)


def write(fit: Fit, folder: Path) -> None:
    """The report and the robot's files; what it is good for, on the terminal."""
    from armwright.files import write_results
    from armwright.report.fits import fit_contents

    contents = fit_contents(fit)
    with finishing():
        write_results(folder, contents)
        for finding in fit.findings:
            print(finding)
        print(fit.verdict)
        print(f"report: {folder / 'report.html'}")
