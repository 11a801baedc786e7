"""The command that drives a scenario with a log."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from armwright.cli.app import app, finishing
from armwright.cli.packages import with_packages
from armwright.cli.results import folder_for
from armwright.cli.scenarios import path_and_value, scenario_stem
from armwright.cli.sources import OwnBlockFiles
from armwright.cli.told import Json, told

if TYPE_CHECKING:
    from armwright.files import Content


@app.command()
@with_packages
def replay(
    scenario: Annotated[str, typer.Argument(help="A scenario of the library, or a .toml file.")],
    log: Annotated[Path, typer.Argument(help="A recording: .csv, .parquet, .nc, .mcap, .db3.")],
    columns: Annotated[
        Path | None,
        typer.Option(help="What the columns are. Default: the .toml file beside the log."),
    ] = None,
    driven_by: Annotated[
        str, typer.Option("--by", help="What drives the scenario: references or torques.")
    ] = "references",
    changes: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="PATH=VALUE", help="Change a value; can be repeated."),
    ] = None,
    first: Annotated[float | None, typer.Option(help="Begin here, in s.")] = None,
    last: Annotated[float | None, typer.Option(help="End here, in s.")] = None,
    out: Annotated[Path | None, typer.Option(help="Folder for the run and pictures.")] = None,
    blocks: OwnBlockFiles = None,
    as_json: Json = False,
) -> None:
    """Drive a scenario with a log, and compare what it does with what was measured."""
    from armwright.files import write_results
    from armwright.report.data import replay_data
    from armwright.report.replays import draw_replay, replay_figures, replay_text
    from armwright.scenario import load_scenario
    from armwright.signals.reading import read_log

    values = dict(path_and_value(text, "--set") for text in changes or ())
    chosen = load_scenario(scenario, blocks=blocks or ()).changed(values)
    found = read_log(log, columns, first=first, last=last, robot=chosen.robot)
    target = out or Path(f"armwright-replay-{scenario_stem(scenario)}")
    with told("replay", as_json) as document, folder_for(target) as folder:
        for finding in found.findings:
            document.notes.append(str(finding))
            print(finding)
        replayed = chosen.replay(found, driven_by)  # type: ignore[arg-type]
        text = replay_text(replayed)
        contents: dict[str, Content] = {
            "run.nc": replayed.run.write,
            "agreement.txt": text + "\n",
            "agreement.json": json.dumps(replay_figures(replayed), indent=1) + "\n",
            **draw_replay(replayed),
        }
        with finishing():
            written = write_results(folder, contents)
            document.table("agreement", lambda: replay_data(replayed))
            document.wrote(*written)
            print(text)
            names = ", ".join(path.name for path in written)
            print(f"written to {written[0].parent}: {names}")
