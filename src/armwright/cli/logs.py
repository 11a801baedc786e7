"""The command about logs: what is in one, and what is wrong with it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from armwright.cli.app import app, finishing
from armwright.cli.results import folder_for
from armwright.cli.sources import load_robot
from armwright.cli.told import Json, told

if TYPE_CHECKING:
    from armwright.files import Content
    from armwright.robot import Finding, Robot
    from armwright.signals import Log


@app.command()
def log(
    file: Annotated[
        str,
        typer.Argument(
            help="A .csv, .parquet, .nc, .h5, .mcap or .db3 file, or the folder of a rosbag2."
        ),
    ],
    columns: Annotated[
        Path | None,
        typer.Option(
            help="A .toml file that says what its columns are. Default: the one beside it."
        ),
    ] = None,
    robot: Annotated[
        str | None, typer.Option(help="The robot that it is of: more can be compared then.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option(help="Folder for log.nc and a picture of each signal.")
    ] = None,
    first: Annotated[float | None, typer.Option(help="Begin at this time, s.")] = None,
    last: Annotated[float | None, typer.Option(help="End at this time, s.")] = None,
    every: Annotated[int, typer.Option(help="Take one row of so many.", min=1)] = 1,
    as_json: Json = False,
) -> None:
    """Tell what is in a log, and what is wrong with it.

    Exit code 0: nothing, or only warnings. 1: errors. 2: it cannot be read.
    """
    from armwright.files import write_results
    from armwright.report import findings_text, print_parts
    from armwright.report.data import Data, findings_rows, log_data
    from armwright.report.logs import log_parts
    from armwright.signals.reading import read_log

    arm = None if robot is None else load_robot(robot)
    read = read_log(file, columns, first=first, last=last, every=every, robot=arm)
    findings = _findings(read, arm)
    with told("log", as_json) as document:
        document.table("signals", lambda: log_data(read))
        document.table("findings", lambda: Data(findings_rows(file, findings)))
        print_parts(*log_parts(read, file), findings_text(file, findings))
        if out is not None:
            with folder_for(out) as folder:
                contents = _contents(read)
                with finishing():
                    written = write_results(folder, contents)
                    document.wrote(*written)
                    names = ", ".join(path.name for path in written)
                    print(f"written to {folder}: {names}")
        raise typer.Exit(int(any(finding.severity == "error" for finding in findings)))


def _findings(log: Log, robot: Robot | None) -> tuple[Finding, ...]:
    """What was wrong with the file, and what is with its signals."""
    return (*log.findings, *log.check(robot))


def _contents(log: Log) -> dict[str, Content]:
    from armwright.report.logs import draw_log
    from armwright.signals.writing import contents

    return {**contents(log.data, "log.nc"), **draw_log(log)}
