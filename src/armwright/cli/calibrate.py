"""Commands that calibrate an arm from measurements."""

from __future__ import annotations

import json
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from armwright.cli.app import app, finishing
from armwright.cli.output import telling
from armwright.cli.packages import with_packages
from armwright.cli.results import finish, folder_for
from armwright.cli.sources import load_robot
from armwright.cli.told import Json, told

if TYPE_CHECKING:
    from armwright.calibrate import Calibration
    from armwright.files import Content
    from armwright.report.html import Document
    from armwright.robot import Robot

calibrate_app = typer.Typer(
    no_args_is_help=True, help="Find an arm's true geometry from measured poses or circles."
)
app.add_typer(calibrate_app, name="calibrate")

_Data = Annotated[
    Path, typer.Argument(help="A CSV file in degrees and mm; docs/calibration.md has its header.")
]
_RobotName = Annotated[
    str, typer.Option("--robot", help="A library robot, or a .toml, .urdf, .xacro or .xml file.")
]
_Tool = Annotated[
    str | None, typer.Option(help="The frame that carries the targets. Default: the robot's tool.")
]
_Out = Annotated[
    Path, typer.Option(help="Folder for the report, the calibrated robot and its numbers.")
]
_OpenReport = Annotated[bool, typer.Option("--open", help="Open the report in the browser.")]


class LossName(StrEnum):
    squares = "squares"
    huber = "huber"
    cauchy = "cauchy"


@calibrate_app.command()
@with_packages
def poses(
    data: _Data,
    robot: _RobotName,
    out: _Out = Path("armwright-calibration"),
    tool: _Tool = None,
    effects: Annotated[
        str,
        typer.Option(
            help="Beside the geometry: some of gear, eccentricity, twice_per_turn, "
            "joint_compliance, link_compliance, backlash, separated by commas; auto: those that "
            "prove themselves on held-back poses."
        ),
    ] = "",
    loss: Annotated[
        LossName, typer.Option(help="huber and cauchy spare outliers.")
    ] = LossName.squares,
    check: Annotated[
        Path | None, typer.Option(help="Poses that are not fitted but predicted: such a file.")
    ] = None,
    base_known: Annotated[
        bool, typer.Option("--base-known", help="The measuring frame is the arm's base.")
    ] = False,
    open_report: _OpenReport = False,
    as_json: Json = False,
) -> None:
    """Fit an arm's geometry to measured poses."""
    from armwright.calibrate import choose_effects, pose_model
    from armwright.calibrate import poses as fit_poses
    from armwright.calibrate.tables import read_pose_table
    from armwright.report.calibration import poses_data, poses_document
    from armwright.robot import Pose

    model = load_robot(robot)
    joints, seen = read_pose_table(data, model)
    fresh = read_pose_table(check, model) if check else None
    base = Pose() if base_known else None
    with told("calibrate poses", as_json) as document, folder_for(out) as folder:
        chosen: tuple[str, ...] = tuple(w.strip() for w in effects.split(",") if w.strip())
        trials: tuple[Any, ...] = ()
        if chosen == ("auto",):
            # What is wrong with the data is said before it is fitted a hundred times.
            fit_poses(model, joints, seen, tool=tool, base=base, loss=loss.value)
            with telling() as tell:
                trials = choose_effects(
                    pose_model(model, joints, seen, tool=tool, base=base),
                    _worthwhile(model),
                    loss=loss.value,
                    tell=tell,
                )
            chosen = [one for one in trials if one.taken][-1].effects
        fit = fit_poses(model, joints, seen, tool=tool, base=base, effects=chosen, loss=loss.value)
        held = fit.errors(*fresh) if fresh else None
        page = poses_document(fit, trials, held)
        numbers: dict[str, Content] = {"calibration.json": _numbers(fit)}
        document.wrote(*_write(folder, page, fit.nominal, fit.robot, numbers))
        document.add_tables(lambda: poses_data(fit, str(data), trials, held))
        print(page.summary)
        finish(folder / "report.html", open_report, "report")


@calibrate_app.command()
@with_packages
def circles(
    data: _Data,
    robot: _RobotName,
    out: _Out = Path("armwright-calibration"),
    tool: _Tool = None,
    linear: Annotated[
        bool, typer.Option("--linear", help="Iterated linear least squares instead of total ones.")
    ] = False,
    loss: Annotated[
        LossName, typer.Option(help="huber and cauchy spare outliers.")
    ] = LossName.squares,
    open_report: _OpenReport = False,
    as_json: Json = False,
) -> None:
    """Find an arm's axes from circles: one joint moves at a time."""
    import numpy as np

    from armwright.calibrate import circles as fit_circles
    from armwright.calibrate.tables import read_circle_table
    from armwright.report.calibration import circles_data, circles_document

    model = load_robot(robot)
    sweeps = read_circle_table(data, model)
    with told("calibrate circles", as_json) as document, folder_for(out) as folder:
        way = "linear" if linear else "total"
        found = fit_circles(model, sweeps, way=way, loss=loss.value, tool=tool)  # type: ignore[arg-type]
        points = {name: np.asarray(one.points) for name, one in sweeps.items()}
        page = circles_document(found, points)
        document.wrote(*_write(folder, page, found.nominal, found.robot, {}))
        document.add_tables(lambda: circles_data(found, str(data)))
        for finding in found.findings:
            print(finding)
        finish(folder / "report.html", open_report, "report")


def _worthwhile(robot: Robot) -> list[str]:
    """All effects; those of weight only where links have any."""
    from armwright.calibrate.effects import EFFECTS

    heavy = any(link.inertia is not None and link.inertia.mass > 0 for link in robot.links)
    return [name for name in EFFECTS if heavy or "compliance" not in name]


def _write(
    folder: Path, document: Document, nominal: Robot, robot: Robot, more: dict[str, Content]
) -> list[Path]:
    from armwright.calibrate.compensation import xacro_patch
    from armwright.files import write_results
    from armwright.report.html import render
    from armwright.robot.formats import toml_write, toml_write_dh, urdf_write

    page = render(document)
    contents: dict[str, Content] = {
        "report.html": page.html,
        "calibrated.toml": toml_write.text(robot),
        "calibrated_dh.toml": toml_write_dh.text(robot, "standard"),
        "calibrated.urdf": urdf_write.text(robot),
        "calibrated.xacro": xacro_patch(nominal, robot),
        **more,
    }
    contents |= {f"figures/{name}.png": picture for name, picture in page.pictures.items()}
    with finishing():
        return write_results(folder, contents)


def _numbers(fit: Calibration) -> str:
    """What no robot's file holds: base, targets, effects, standard errors."""
    numbers = {
        name: {
            "value": one.value,
            "error": one.error if one.error < 1e300 else None,
            "knowledge": one.knowledge,
            "nominal": one.nominal,
            "unit": one.unit,
        }
        for name, one in fit.parameters.items()
    }
    content = {
        "robot": fit.nominal.name,
        "base": fit.base.matrix().tolist(),
        "targets": {name: pose.matrix().tolist() for name, pose in fit.targets.items()},
        "effects": dict(fit.effects),
        "noise": dict(fit.noise),
        "unknowns": fit.unknowns,
        "mean_error_before": fit.as_found.mean,
        "mean_error_after": fit.fitted.mean,
        "parameters": numbers,
    }
    return json.dumps(content, indent=1) + "\n"
