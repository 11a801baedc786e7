"""Commands that identify one joint, or any numbers through the simulator."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from armwright.cli.identify import LogFile, ResultFolder, RobotName, group, write
from armwright.cli.results import folder_for


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
        write(fit, folder)


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
        write(fit, folder)
