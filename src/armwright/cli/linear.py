"""Commands about linear models: modes of an arm, frequency responses of a loop."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from armwright.cli.app import app
from armwright.cli.packages import with_packages
from armwright.cli.results import Open, file_for, finish
from armwright.cli.robots import joint_positions
from armwright.cli.scenarios import path_and_value, scenario_stem
from armwright.cli.sources import OwnBlockFiles, load_robot
from armwright.cli.told import Json, told
from armwright.errors import InputError

if TYPE_CHECKING:
    from armwright.arrays import Array
    from armwright.linear import LinearModel

_Picture = Annotated[Path | None, typer.Option(help="The picture: .png, .svg or .pdf.")]
_Pose = Annotated[
    str,
    typer.Option(help="Joint positions, such as '0 0.5 -1': rad for revolute, m for prismatic."),
]
_Degrees = Annotated[bool, typer.Option("--degrees", help="Angles in --pose are in degrees.")]
_Held = Annotated[
    bool, typer.Option("--held", help="Dry friction at rest holds, instead of sliding freely.")
]


@app.command()
@with_packages
def modes(
    robot: Annotated[
        str, typer.Argument(help="A library robot, or a .toml, .urdf, .xacro or MuJoCo .xml file.")
    ],
    pose: _Pose = "",
    degrees: _Degrees = False,
    held: _Held = False,
    out: _Picture = None,
    open_picture: Open = False,
    as_json: Json = False,
) -> None:
    """Print the modes of an arm with its drives, at rest under gravity, and draw them."""
    from armwright.linear import linearise
    from armwright.plant import Plant
    from armwright.report import print_parts, save_figure
    from armwright.report.data import modes_data
    from armwright.report.linear import assumption_lines, modes_page, modes_table

    plant = Plant(load_robot(robot))
    at = joint_positions(pose, plant.robot, degrees) if pose else None
    model = linearise(plant, at, sticking="held" if held else "sliding")
    target = out or Path(f"armwright-{Path(robot).stem}-modes.png")
    with told("modes", as_json) as document:
        with file_for(target):
            save_figure(lambda: modes_page(plant, model), target)
        document.table("modes", lambda: modes_data(model))
        document.notes += model.assumptions
        document.wrote(target)
        print_parts(modes_table(model), assumption_lines(model))
        finish(target, open_picture)


@app.command()
@with_packages
def bode(
    scenario: Annotated[str, typer.Argument(help="A scenario of the library, or a .toml file.")],
    inputs: Annotated[
        list[str] | None,
        typer.Option("--from", metavar="SIGNAL", help="Added to what is there; can be repeated."),
    ] = None,
    outputs: Annotated[
        list[str] | None, typer.Option("--to", metavar="SIGNAL", help="Can be repeated.")
    ] = None,
    cut: Annotated[
        str,
        typer.Option(
            metavar="SIGNAL",
            help="Open the loop there, and print its margins: motor_torque[2], for example.",
        ),
    ] = "",
    part: Annotated[str, typer.Option(help="loop, plant or controller.")] = "loop",
    changes: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="PATH=VALUE", help="Change a value; can be repeated."),
    ] = None,
    pose: _Pose = "",
    degrees: _Degrees = False,
    held: _Held = False,
    lowest: Annotated[float, typer.Option(help="Frequency in Hz.")] = 0.1,
    highest: Annotated[
        float, typer.Option(help="In Hz. Default: 1000, or half of the slowest sample rate.")
    ] = 0.0,
    out: _Picture = None,
    open_picture: Open = False,
    blocks: OwnBlockFiles = None,
    as_json: Json = False,
) -> None:
    """Print and draw frequency responses of a scenario's loop, where it starts or at a pose."""
    from armwright.linear import linearise
    from armwright.report import print_parts, save_figure
    from armwright.report.data import margins_data, peaks_data
    from armwright.report.linear import assumption_lines, bode_page, margin_lines, peaks_table
    from armwright.scenario import load_scenario

    if cut and (inputs or outputs):
        raise InputError(
            "--cut takes the place of --from and --to", where="bode", expected="one or the other"
        )
    values = dict(path_and_value(text, "--set") for text in changes or ())
    chosen = load_scenario(scenario, blocks=blocks or ()).changed(values)
    at = joint_positions(pose, chosen.robot, degrees) if pose else None
    model = linearise(
        chosen,
        at,
        inputs=inputs,
        outputs=outputs,
        part=part,  # type: ignore[arg-type]  # it checks what it is given
        cut=cut or (),
        sticking="held" if held else "sliding",
    )
    hertz = _frequencies(model, lowest, highest)
    margins = model.margins() if cut and model.D.shape == (1, 1) else None
    target = out or Path(f"armwright-{scenario_stem(scenario)}-bode.png")
    with told("bode", as_json) as document:
        with file_for(target):
            save_figure(lambda: bode_page(model, hertz, margins), target)
        document.table("responses", lambda: peaks_data(model, hertz))
        document.notes += model.assumptions
        document.wrote(target)
        rate = "continuous" if model.period is None else f"sampled every {1e3 * model.period:g} ms"
        print(f"{len(model.state_names)} states, {rate}")
        print_parts(peaks_table(model, hertz), assumption_lines(model))
        if margins is not None:
            found = margins
            document.table("margins", lambda: margins_data(found))
            print(margin_lines(margins))
        finish(target, open_picture)


def _frequencies(model: LinearModel, lowest: float, highest: float) -> Array:
    import numpy as np

    most = 1000.0 if model.period is None else 0.49 / model.period  # at half, many vanish
    last = highest or most
    if not (0 < lowest < last < float("inf")):
        raise InputError(
            "no range of frequencies",
            where="bode",
            got=f"--lowest {lowest:g} --highest {last:g}",
            expected="0 < lowest < highest",
        )
    found: Array = np.geomspace(lowest, last, 1200)
    return found
