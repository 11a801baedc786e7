"""The command that makes motions which show a robot's numbers."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from armwright.cli.app import app, finishing
from armwright.cli.output import telling
from armwright.cli.packages import with_packages
from armwright.cli.results import folder_for

if TYPE_CHECKING:
    from armwright.identify import ExcitingMotion


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
) -> None:
    """Optimise a motion that shows a robot's numbers, within its limits."""
    from armwright.files import write_results
    from armwright.identify import MotionLimits
    from armwright.identify import excite as optimised
    from armwright.report.excitation import excitation_figure
    from armwright.robot import load

    model = load(robot)
    with folder_for(out or Path(f"armwright-excite-{model.name}")) as folder:
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
            write_results(
                folder,
                {
                    "reference.toml": _reference(motion),
                    "motion.csv": motion.csv(),
                    "motion.png": lambda file: figure.savefig(file, format="png"),
                    "motion.json": _figures(motion),
                },
            )
    print(f"condition number: {motion.before:.4g} before, {motion.after:.4g} after")
    for what, share in motion.used.items():
        print(f"  {what}: {100 * share:.1f} % of its limit")
    print(f"reference: {folder / 'reference.toml'}")


def _reference(motion: ExcitingMotion) -> str:
    """The table [reference] of a scenario's file."""
    settings = motion.reference
    if motion.curve == "spline":
        settings = {"kind": "csv", "rate": 1000.0, "file": "motion.csv"}
    lines = [f"{key} = {_toml(value)}" for key, value in settings.items()]
    return "\n".join(["[reference]", *lines]) + "\n"


def _toml(value: object) -> str:
    import json

    return json.dumps(value)


def _figures(motion: ExcitingMotion) -> str:
    import json

    told = {
        "robot": motion.robot.name,
        "curve": motion.curve,
        "criterion": motion.criterion,
        "base_parameters": motion.base,
        "condition_before": motion.before,
        "condition_after": motion.after,
        "used_of_limits": dict(motion.used),
        "iterations": motion.iterations,
    }
    return json.dumps(told, indent=2) + "\n"
