"""The command that chooses motors from a list."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from armwright.cli.app import app, finishing
from armwright.cli.output import telling
from armwright.cli.packages import with_packages
from armwright.cli.results import folder_for
from armwright.cli.scenarios import path_and_value, scenario_stem
from armwright.cli.sources import OwnBlockFiles
from armwright.cli.told import Json, told

if TYPE_CHECKING:
    from armwright.files import Content
    from armwright.sizing import MotorChoice


@app.command()
@with_packages
def motors(
    scenario: Annotated[str, typer.Argument(help="A scenario of the library, or a .toml file.")],
    motor_list: Annotated[
        Path,
        typer.Option("--list", help="Motors and gears: a .toml file, or a .csv file of motors."),
    ],
    run: Annotated[
        Path | None,
        typer.Option(help="A run.nc of the scenario that says what is asked. Default: simulate."),
    ] = None,
    out: Annotated[Path | None, typer.Option(help="Folder for the results.")] = None,
    peak: Annotated[
        float, typer.Option(help="How much of the torque at its speed a motor may use.")
    ] = 0.8,
    thermal: Annotated[float, typer.Option(help="How much of its continuous torque.")] = 0.8,
    speed: Annotated[float, typer.Option(help="How much of its largest speed.")] = 0.9,
    inertia_ratio: Annotated[
        float, typer.Option(help="How many times the rotor's inertia the load may have.")
    ] = 10.0,
    changes: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="PATH=VALUE", help="Change a value; can be repeated."),
    ] = None,
    every: Annotated[
        bool, typer.Option("--all", help="Say of every motor why it was refused.")
    ] = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="No progress bar.")] = False,
    blocks: OwnBlockFiles = None,
    as_json: Json = False,
) -> None:
    """Choose the lightest motors and gears of a list that do what a scenario does.

    The scenario is run with the motors in, and motors that fail there are refused, too. Exit code 1
    if an axis is left without a motor.
    """
    from armwright.files import write_results
    from armwright.report import print_parts
    from armwright.report.data import motors_data
    from armwright.report.motors import chosen_table, refused_lines
    from armwright.scenario import load_scenario
    from armwright.signals import Run
    from armwright.sizing import SizingRules, choose_motors, read_motors

    rules = SizingRules(peak, thermal, speed, inertia_ratio=inertia_ratio)
    listed = read_motors(motor_list)
    values = dict(path_and_value(text, "--set") for text in changes or ())
    chosen = load_scenario(scenario, blocks=blocks or ()).changed(values)
    asked = None if run is None else Run.load(run)
    with folder_for(out or Path(f"armwright-motors-{scenario_stem(scenario)}")) as folder:
        with telling(quiet) as tell:
            choice = choose_motors(chosen, listed, run=asked, rules=rules, tell=tell)
        with finishing():
            written = write_results(folder, _files(choice))
    with told("motors", as_json) as document:
        document.add_tables(lambda: motors_data(choice))
        document.wrote(*written)
        print_parts(chosen_table(choice), refused_lines(choice, every=every))
        if choice.missing:
            missing = f"no motor of the list will do for {', '.join(choice.missing)}"
            document.notes.append(missing)
            print(missing)
        else:
            print(f"the motors hold: rerun {choice.rounds} kept the rules")
        print(f"results: {folder}")
        if choice.missing:
            raise typer.Exit(1)


def _files(choice: MotorChoice) -> dict[str, Content]:
    from armwright.report.canvas import png
    from armwright.report.motors import choice_json, torque_speed_figure

    found: dict[str, Content] = {"motors.json": choice_json(choice)}
    if choice.chosen:
        found["torque_speed.png"] = png(torque_speed_figure(choice))
    if choice.rerun is not None:
        found["rerun.nc"] = choice.rerun.write
    return found
