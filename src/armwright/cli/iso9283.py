"""The command that tests an arm after ISO 9283: from a run or a log, or simulated."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from armwright.cli.app import STOPPED, app, complain, finishing
from armwright.cli.output import telling
from armwright.cli.packages import with_packages
from armwright.cli.results import finish, folder_for
from armwright.cli.scenarios import path_and_value, scenario_stem, spread_of
from armwright.cli.sources import OwnBlockFiles, load_robot
from armwright.cli.told import Json, Told, told
from armwright.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from armwright.blocks.references.iso9283 import IsoCube
    from armwright.files import Content
    from armwright.measures.iso9283 import Characteristic
    from armwright.measures.iso9283.certificate import IsoCertificate, IsoConditions
    from armwright.robot import Joint
    from armwright.scenario import Scenario

REPORT = "report.html"


@app.command()
@with_packages
def iso9283(
    run: Annotated[
        Path | None, typer.Argument(help="A run.nc, or a log: .csv, .parquet, .mcap, .db3.")
    ] = None,
    columns: Annotated[
        Path | None,
        typer.Option(help="For a log: what its columns are. Default: the .toml file beside it."),
    ] = None,
    scenario: Annotated[
        str | None,
        typer.Option(help="Simulate all tests for this scenario: a virtual certificate."),
    ] = None,
    out: Annotated[
        Path | None, typer.Option(help="Folder for report.html and the numbers as JSON.")
    ] = None,
    tests: Annotated[
        list[str] | None,
        typer.Option(
            "--test",
            help="What a run is: poses, distance, approaches, settling, posing, line, circle, "
            "reorientation, corners, drift or weaving; can be repeated. Default: what the run "
            "says, else poses.",
        ),
    ] = None,
    robot: Annotated[
        str | None, typer.Option(help="For a run: whose kinematics give the commanded pose.")
    ] = None,
    signal: Annotated[
        str | None, typer.Option(help="For a run: the signal of the tool's position.")
    ] = None,
    band: Annotated[
        float | None,
        typer.Option(help="Limit band in mm. Default: the repeatability at P1, at least 0.1 mm."),
    ] = None,
    rest: Annotated[
        float | None, typer.Option(help="For a run: the shortest rest, in s. Default: 0.1.")
    ] = None,
    cube: Annotated[
        str | None,
        typer.Option(help="Test cube: x,y,z,side in m. Default: the largest that fits."),
    ] = None,
    posture: Annotated[
        str | None,
        typer.Option(help="Joint positions in degrees (m), with commas: how the tool is turned."),
    ] = None,
    velocity: Annotated[float, typer.Option(help="Percent of the largest velocities.")] = 100.0,
    path_speed: Annotated[
        float, typer.Option(help="Rated speed on paths, in m/s; --velocity counts for it, too.")
    ] = 0.25,
    load: Annotated[
        float, typer.Option(help="Rated load in kg, whose weight tests the compliance.")
    ] = 1.0,
    cycles: Annotated[
        int | None, typer.Option(help="At most so many cycles of each test, for a quick look.")
    ] = None,
    hours: Annotated[
        float | None, typer.Option("--drift", help="Hours of the drift test. Default: 5 minutes.")
    ] = None,
    changes: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="PATH=VALUE", help="Change a value; can be repeated."),
    ] = None,
    spreads: Annotated[
        list[str] | None,
        typer.Option(
            "--spread",
            metavar="PATH=SPREAD",
            help="How arms of this type differ, for the exchangeability; can be repeated.",
        ),
    ] = None,
    open_report: Annotated[
        bool, typer.Option("--open", help="Open the report in the browser.")
    ] = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="No progress bar.")] = False,
    blocks: OwnBlockFiles = None,
    as_json: Json = False,
) -> None:
    """Accuracy, repeatability and the other characteristics of ISO 9283.

    Of a run that was recorded, or, with --scenario, of an arm whose tests are all simulated.
    """
    if (run is None) == (scenario is None):
        raise InputError(
            "a run, or a scenario to simulate" if run is None else "a run and a scenario at once",
            where="iso9283",
            expected="RUN, or --scenario NAME",
        )
    if run is not None:
        contents, rows = _of_run(run, columns, tests or (), robot, signal, band, rest)
        target = out or run.parent / "iso9283"
        with folder_for(target) as folder, told("iso9283", as_json) as document:
            _write(folder, contents, rows, open_report, document)
        return
    assert scenario is not None
    for name, given in (("--test", tests), ("--robot", robot), ("--signal", signal)):
        if given:
            raise InputError(f"{name} is for a run", where="iso9283", hint="Leave it out.")
    from armwright.measures.iso9283.certificate import IsoConditions
    from armwright.scenario import load_scenario

    values = dict(path_and_value(text, "--set") for text in changes or ())
    chosen = load_scenario(scenario, blocks=blocks or ()).changed(values)
    conditions = IsoConditions(
        cube=_cube(cube),
        posture=_posture(posture, chosen.robot.moving_joints),
        velocity=velocity / 100.0,
        path_speed=path_speed,
        cycles=cycles,
        rated_load=load,
        drift=IsoConditions.drift if hours is None else 3600.0 * hours,
        band=None if band is None else 1e-3 * band,
        spreads=dict(map(spread_of, spreads or ())),
    )
    target = out or Path(f"armwright-iso9283-{scenario_stem(scenario)}")
    with folder_for(target) as folder, told("iso9283", as_json) as document:
        for note in chosen.notes():
            document.notes.append(note)
            print(f"note: {note}")
        certificate = _certified(chosen, conditions, quiet)
        files = _certificate_files(certificate)
        _write(folder, files, certificate.rows, open_report, document)


def _certified(scenario: Scenario, conditions: IsoConditions, quiet: bool) -> IsoCertificate:
    from armwright.measures.iso9283.certificate import certify

    try:
        with telling(quiet) as tell:
            return certify(scenario, conditions, tell)
    except KeyboardInterrupt:
        complain("stopped; nothing was written")
        raise typer.Exit(STOPPED) from None


def _certificate_files(certificate: IsoCertificate) -> dict[str, Content]:
    from armwright.report.html import render
    from armwright.report.iso9283 import certificate_json, certificate_page, iso_document

    page = render(iso_document(certificate_page(certificate)))
    return {
        REPORT: page.html,
        "certificate.json": certificate_json(certificate),
        **{f"figures/{name}.png": png for name, png in page.pictures.items()},
    }


def _of_run(
    path: Path,
    columns: Path | None,
    tests: tuple[str, ...] | list[str],
    robot: str | None,
    signal: str | None,
    band: float | None,
    rest: float | None,
) -> tuple[dict[str, Content], tuple[Characteristic, ...]]:
    from armwright.measures.iso9283 import Cutting, evaluate, tool_signals
    from armwright.measures.iso9283.checks import above_zero
    from armwright.measures.iso9283.dwells import SHORTEST
    from armwright.measures.iso9283.standard import BANDS
    from armwright.report.html import render
    from armwright.report.iso9283 import IsoReport, iso_document
    from armwright.report.iso9283.certificate import characteristics_table
    from armwright.signals import Run
    from armwright.signals.file import is_sealed
    from armwright.signals.reading import read_log

    own = path.suffix == ".nc" and is_sealed(path)
    found = Run.load(path) if own else read_log(path, columns)
    signals = tool_signals(found, None if robot is None else load_robot(robot), signal)
    limit = BANDS[0] if band is None else above_zero("band", 1e-3 * band, "m")
    cut = Cutting(SHORTEST if rest is None else rest, band=limit)
    wanted = tests or [str(found.data.attrs.get("iso9283_test", "poses"))]
    results = {test: evaluate(test, signals, cut) for test in wanted}
    facts = [("run", path.name), ("signal", signals.name)]
    known = found.data.attrs
    facts += [(key, str(known[key])) for key in ("scenario", "robot") if key in known]
    report = IsoReport(f"ISO 9283: {path.name}", results, facts, limit)
    page = render(iso_document(report))
    table = {"run": path.name, **characteristics_table(report.rows, {})}
    return {
        REPORT: page.html,
        "characteristics.json": json.dumps(table, indent=1, ensure_ascii=False) + "\n",
        **{f"figures/{name}.png": png for name, png in page.pictures.items()},
    }, tuple(report.rows)


def _write(
    folder: Path,
    contents: dict[str, Content],
    rows: tuple[Characteristic, ...],
    wanted: bool,
    document: Told,
) -> None:
    from armwright.files import write_results
    from armwright.report.data import characteristics_data
    from armwright.report.iso9283.page import first_rows, shown

    with finishing():
        document.wrote(*write_results(folder, contents))
        document.table("characteristics", lambda: characteristics_data(rows))
        for row in first_rows(rows):
            short = "" if row.enough else f", {row.cycles} of {row.measure.cycles} cycles"
            symbol = row.symbol.replace("_", " ")
            print(
                f"{symbol:6} {row.measure.name:42} {shown(row.value, row.unit):>12}"
                f"   {row.where}{short}"
            )
    finish(folder / REPORT, wanted, "report")


def _cube(text: str | None) -> IsoCube | None:
    """x,y,z,side in m."""
    if text is None:
        return None
    import numpy as np

    from armwright.blocks.references.iso9283 import IsoCube

    numbers = _numbers("--cube", text, 4, "x,y,z,side in m")
    if numbers[3] <= 0:
        raise InputError("not a cube", where="--cube", got=text, expected="a side above 0 m")
    return IsoCube(np.array(numbers[:3]), numbers[3], np.eye(3))


def _posture(text: str | None, joints: Sequence[Joint]) -> tuple[float, ...] | None:
    if text is None:
        return None
    numbers = _numbers("--posture", text, len(joints), f"{len(joints)} numbers, one for each joint")
    return tuple(
        math.radians(number) if joint.kind == "revolute" else number
        for joint, number in zip(joints, numbers, strict=True)
    )


def _numbers(option: str, text: str, count: int, expected: str) -> list[float]:
    try:
        numbers = [float(part) for part in text.split(",")]
    except ValueError:
        numbers = []
    if len(numbers) != count or not all(map(math.isfinite, numbers)):
        raise InputError("not so many numbers", where=option, got=repr(text), expected=expected)
    return numbers
