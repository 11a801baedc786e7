"""The command that makes motions which show a robot's numbers."""

from __future__ import annotations

import json
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from armwright.cli.app import app, finishing
from armwright.cli.output import telling
from armwright.cli.packages import with_packages
from armwright.cli.results import folder_for
from armwright.cli.sources import load_robot
from armwright.cli.told import Json, told

if TYPE_CHECKING:
    from armwright.identify import ExcitingMotion
    from armwright.report.data import Data


class CurveName(StrEnum):
    fourier = "fourier"
    spline = "spline"


class CriterionName(StrEnum):
    condition = "condition"
    determinant = "determinant"


@app.command()
@with_packages
def excite(
    robot: Annotated[str, typer.Argument(help="A library robot, or a file.")],
    out: Annotated[
        Path | None,
        typer.Option(help="Folder for reference.toml, motion.csv, motion.png and motion.json."),
    ] = None,
    curve: Annotated[CurveName, typer.Option(help="What the motion is made of.")] = (
        CurveName.fourier
    ),
    criterion: Annotated[
        CriterionName, typer.Option(help="What is optimised of the regressor's columns.")
    ] = CriterionName.condition,
    duration: Annotated[float, typer.Option(help="In s; of Fourier series, the period.")] = 10.0,
    harmonics: Annotated[int, typer.Option(help="Of Fourier series; splines get more.")] = 5,
    speed: Annotated[float, typer.Option(help="In rad/s, where the file has no limit.")] = 2.0,
    acceleration: Annotated[float, typer.Option(help="Largest, in rad/s².")] = 6.0,
    part: Annotated[float, typer.Option(help="Of each limit, how much may be used.")] = 0.9,
    floor: Annotated[
        float | None, typer.Option(help="Least height of tool and outer joints, in m.")
    ] = None,
    cylinder: Annotated[
        float | None, typer.Option(help="Radius about axis 1 that the tool stays out of, in m.")
    ] = None,
    iterations: Annotated[int, typer.Option(help="Of the optimiser, at most.")] = 60,
    seed: Annotated[int, typer.Option(help="For another motion to begin with.")] = 0,
    as_json: Json = False,
) -> None:
    """Optimise a motion that shows a robot's numbers, within its limits."""
    from armwright.files import write_results
    from armwright.identify import MotionLimits
    from armwright.identify import excite as optimised
    from armwright.report.excitation import excitation_figure

    model = load_robot(robot)
    target = out or Path(f"armwright-excite-{model.name}")
    with told("excite", as_json) as document, folder_for(target) as folder:
        print(f"optimising a motion of {len(model.moving_joints)} joints …", flush=True)
        with telling() as tell:
            motion = optimised(
                model,
                curve=curve.value,
                criterion=criterion.value,
                duration=duration,
                harmonics=harmonics,
                limits=MotionLimits(speed, acceleration, part, floor, cylinder),
                seed=seed,
                iterations=iterations,
                tell=tell,
            )
        figure = excitation_figure(motion)
        with finishing():
            written = write_results(
                folder,
                {
                    "reference.toml": _reference(motion),
                    "motion.csv": motion.csv(),
                    "motion.png": lambda file: figure.savefig(file, format="png"),
                    "motion.json": json.dumps(_figures(motion), indent=2) + "\n",
                },
            )
        document.wrote(*written)
        document.add_tables(lambda: _tables(motion))
        print(f"condition number: {motion.before:.4g} before, {motion.after:.4g} after")
        for what, share in motion.used.items():
            print(f"  {what}: {100 * share:.1f} % of its limit")
        print(f"reference: {folder / 'reference.toml'}")


def _reference(motion: ExcitingMotion) -> str:
    """The table [reference] of a scenario's file."""
    settings = motion.reference
    if motion.curve == "spline":
        settings = {"kind": "csv", "rate": 1000.0, "file": "motion.csv"}
    # Numbers, texts and lists of them are written alike in TOML and in JSON.
    lines = [f"{key} = {json.dumps(value)}" for key, value in settings.items()]
    return "\n".join(["[reference]", *lines]) + "\n"


def _tables(motion: ExcitingMotion) -> dict[str, Data]:
    from armwright.report.data import Data

    figures = _figures(motion)
    used = figures.pop("used_of_limits")
    limits = [{"limit": what, "used": share} for what, share in used.items()]
    return {"motion": Data([figures]), "limits": Data(limits)}


def _figures(motion: ExcitingMotion) -> dict[str, Any]:
    return {
        "robot": motion.robot.name,
        "curve": motion.curve,
        "criterion": motion.criterion,
        "base_parameters": motion.base,
        "condition_before": motion.before,
        "condition_after": motion.after,
        "used_of_limits": dict(motion.used),
        "iterations": motion.iterations,
    }
