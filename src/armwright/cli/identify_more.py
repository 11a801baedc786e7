"""Commands that identify one joint, or any numbers through the simulator."""

from __future__ import annotations

import json
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from armwright.cli.app import finishing
from armwright.cli.identify import LogFile, ResultFolder, RobotName, group
from armwright.cli.results import folder_for

if TYPE_CHECKING:
    from armwright.fit import Fit


class JointMethodName(StrEnum):
    integrated = "integrated"
    filtered = "filtered"


@group.command("joint")
def joint(
    log: LogFile,
    robot: RobotName,
    name: Annotated[
        str | None, typer.Option("--joint", help="The joint that moves, if there are several.")
    ] = None,
    method: Annotated[
        JointMethodName, typer.Option(help="Both sides integrated, or through a filter.")
    ] = JointMethodName.integrated,
    out: ResultFolder = Path("identified"),
) -> None:
    """One joint as a motor and a link, from a log in which the others are held."""
    from armwright.identify import joint as identified
    from armwright.robot import load
    from armwright.signals import Log, Run

    model = load(robot)
    with folder_for(out) as folder:
        fit = identified(model, Log.from_run(Run.load(log)), name, method=method.value)
        _finish(fit, folder)


@group.command("output-error")
def output_error(
    log: LogFile,
    scenario: Annotated[
        str, typer.Option("--scenario", help="A library scenario, or a .toml file.")
    ],
    free: Annotated[
        list[str],
        typer.Option("--free", help="Path or pattern of a number to find; can be repeated."),
    ],
    signals: Annotated[
        list[str] | None,
        typer.Option("--signal", help="A signal to compare; can be repeated."),
    ] = None,
    starts: Annotated[int, typer.Option(help="Places that the search begins at.", min=1)] = 1,
    out: ResultFolder = Path("identified"),
) -> None:
    """Any numbers of a scenario, such that its run shows what the log does."""
    from armwright.identify import output_error as identified
    from armwright.scenario import load_scenario
    from armwright.signals import Log, Run

    setup = load_scenario(scenario)
    wanted = tuple(signals or ("motor_current",))
    with folder_for(out) as folder:
        print(f"fitting {', '.join(free)} to {', '.join(wanted)} …", flush=True)
        fit = identified(setup, Log.from_run(Run.load(log)), free, wanted, starts=starts)
        _finish(fit, folder)


def _finish(fit: Fit, folder: Path) -> None:
    from armwright.files import write_results
    from armwright.report import print_parts
    from armwright.report.fits import combinations_table, parameters_table

    with finishing():
        write_results(folder, {"fit.json": _told(fit)})
        fit.robot.save(folder / "robot.toml")
    print_parts(combinations_table(fit), parameters_table(fit))
    for finding in fit.findings:
        print(finding)
    for validation in fit.validations:
        print(validation)
    print(
        f"condition number {fit.condition:.3g}; {fit.samples} samples, worth "
        f"{fit.effective_samples:.0f} independent ones"
    )
    print(f"robot: {folder / 'robot.toml'}")


def _told(fit: Fit) -> str:
    """What was found, for other programs. An error that is infinite is null."""
    known = fit.combinations
    rows = zip(known.names, known.values.tolist(), known.errors.tolist(), known.units, strict=True)
    told = {
        "method": fit.method,
        "condition": fit.condition,
        "samples": fit.samples,
        "effective_samples": fit.effective_samples,
        "combinations": [
            {"name": name, "value": value, "standard_error": error, "unit": unit}
            for name, value, error, unit in rows
        ],
        "parameters": {
            element: {
                "value": one.value,
                "standard_error": one.error if one.error < float("inf") else None,
                "knowledge": one.knowledge,
                "nominal": one.nominal,
                "unit": one.unit,
            }
            for element, one in fit.parameters.items()
        },
        "findings": [str(finding) for finding in fit.findings],
    }
    return json.dumps(told, indent=2, ensure_ascii=False) + "\n"
