"""Commands about scenarios: list and simulate."""

from __future__ import annotations

import json
import os
import tomllib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from armwright.cli.app import STOPPED, app, finishing
from armwright.cli.output import progress_bar
from armwright.cli.packages import with_packages
from armwright.cli.results import file_for, folder_for
from armwright.cli.sources import OwnBlockFiles, load_robot
from armwright.cli.told import Json, told
from armwright.errors import InputError
from armwright.inputs import exists, parse_toml

if TYPE_CHECKING:
    from armwright.files import Content
    from armwright.plant.spring_modes import DriveMode
    from armwright.scenario import Scenario
    from armwright.signals import Run, Summary
    from armwright.simulation import ProgressCallback


@app.command()
def scenarios(
    name: Annotated[
        str | None, typer.Argument(help="With --show: the one to print.", show_default=False)
    ] = None,
    show: Annotated[
        bool, typer.Option("--show", help="Print a scenario's TOML file, to read and to copy.")
    ] = False,
    as_json: Json = False,
) -> None:
    """List the scenarios of the library, or print one of them."""
    from armwright.report import print_parts, scenarios_table
    from armwright.report.data import Data, scenarios_data
    from armwright.scenario.library_files import library_scenarios, scenario_text

    if show != (name is not None):
        example = f"armwright scenarios {name or 'six-axis-line'} --show"
        raise InputError("a name and --show belong together", where="scenarios", expected=example)
    with told("scenarios", as_json) as document:
        if name is not None:
            text = scenario_text(name)
            document.table("scenario", lambda: Data([{"scenario": name, "toml": text}]))
            print(text, end="")
        else:
            found = library_scenarios()
            document.table("scenarios", lambda: scenarios_data(found))
            print_parts(scenarios_table(found))


@app.command()
@with_packages
def new(
    robot: Annotated[
        str, typer.Argument(help="A library robot, or a .toml, .urdf, .xacro or MuJoCo .xml file.")
    ],
    out: Annotated[
        Path | None, typer.Option(help="The scenario's file. Default: NAME-scenario.toml here.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Write a first scenario for a robot, to simulate and to edit.

    Drives that the robot does not have are of plausible size, and marked assumed; the cascade is
    tuned from the model, and the motion stays inside the limits.
    """
    from armwright.files import write_whole
    from armwright.robot import library_names
    from armwright.scenario.draft import draft_scenario

    loaded = load_robot(robot)
    path = out or Path(f"{Path(robot).stem}-scenario.toml")
    if path.suffix != ".toml":
        raise InputError("not a scenario's file", where=f"--out {path}", expected="NAME.toml")
    if exists(path):
        raise InputError(
            "there is a file already", where=str(path), expected="another name with --out"
        )
    known = robot in library_names()
    with told("new", as_json) as document:
        with file_for(path):
            named = robot if known else os.path.relpath(robot, path.parent)
            document.wrote(write_whole(path, draft_scenario(loaded, Path(named).as_posix())))
        print(f"scenario: {path}")
        print(f"next: armwright simulate {path}")


@app.command()
@with_packages
def simulate(
    scenario: Annotated[
        str,
        typer.Argument(
            help="A scenario of the library, a .toml file, or the run.nc of an earlier run, which "
            "is repeated."
        ),
    ],
    out: Annotated[
        Path | None, typer.Option(help="Folder for run.nc, scenario.toml, summary and pictures.")
    ] = None,
    changes: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="PATH=VALUE",
            help="Change a value, such as joints.2.friction.coulomb=3.1; can be repeated.",
        ),
    ] = None,
    runs: Annotated[
        int, typer.Option(help="Number of runs, with values drawn from the spreads.", min=1)
    ] = 1,
    spreads: Annotated[
        list[str] | None,
        typer.Option(
            "--spread", metavar="PATH=SPREAD", help="With --runs: links.tool.mass=5%, or ±0.1."
        ),
    ] = None,
    method: Annotated[
        str, typer.Option(help="full, or perturbation: linearised along the reference.")
    ] = "full",
    points: Annotated[
        int | None,
        typer.Option(
            help="Number of points at which the perturbation method linearises. Default: 400."
        ),
    ] = None,
    csv: Annotated[
        bool,
        typer.Option("--csv", help="Write run.csv, too: a row for each time, units in the header."),
    ] = False,
    report: Annotated[
        bool,
        typer.Option(
            "--report",
            help="Write report.html, too: arm, path, errors, torques, block diagram, settings.",
        ),
    ] = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="No progress bar.")] = False,
    blocks: OwnBlockFiles = None,
    as_json: Json = False,
) -> None:
    """Simulate a scenario, and write the results to a folder.

    What an earlier run wrote there is replaced. The run.nc that is written holds the whole
    scenario: given in its place, it is simulated again, and compared. Ctrl-C ends the simulation
    early and keeps what was recorded.
    """
    from armwright.files import write_results
    from armwright.report.data import drives_data, summary_data
    from armwright.report.runs import drives_of_run
    from armwright.scenario import load_scenario
    from armwright.simulation import Diverged

    values = dict(path_and_value(text, "--set") for text in changes or ())
    chosen = load_scenario(scenario, blocks=blocks or ()).changed(values)
    parameters = {path: str(text) for path, text in map(spread_of, spreads or ())}
    if parameters and runs == 1:
        raise InputError("--spread needs --runs", where="simulate", expected="--runs 2 or more")
    if points is not None and method == "full":
        raise InputError("--points needs --method perturbation", where="simulate")
    options = {"method": method} if points is None else {"method": method, "points": points}
    asked_anew = values or runs > 1 or method != "full"
    before = Path(scenario) if scenario.endswith(".nc") and not asked_anew else None
    target = out or Path(f"armwright-{scenario_stem(scenario)}")
    with told("simulate", as_json) as document, folder_for(target) as folder:
        for note in chosen.notes():
            document.notes.append(note)
            print(f"note: {note}")
        try:
            with _bar(chosen.duration, quiet) as progress:
                if before is not None:
                    run, verdict = _repeated(before, progress)
                else:
                    run = _simulated(chosen, runs, parameters, options, progress)
        except Diverged as error:
            if error.run is not None:
                with finishing():
                    path = write_results(folder, {"run.nc": error.run.write})[0]
                    print(f"what was simulated until then: {path}")
            raise
        drives, summary = drives_of_run(run), run.summary()
        text = _text(summary, drives)
        contents = _contents(run, summary, drives, text)
        if report:
            from armwright.report.runs.report import REPORT, run_page

            contents[REPORT] = run_page(run).html
        if csv:
            contents["run.csv"] = run.table().to_csv(index=False)
        with finishing():
            written = write_results(folder, contents)
            document.add_tables(lambda: summary_data(summary))
            document.table("drives", lambda: drives_data(drives))
            document.wrote(*written)
            print(text)
            _tell(run, written)
            if before is not None:
                document.notes.append(verdict)
                print(verdict)


def scenario_stem(name: str) -> str:
    """For the name of a folder; that of a run is not the one it was written to."""
    if name.endswith(".nc"):
        return f"{Path(name).stem}-again"
    return Path(name).stem if name.endswith(".toml") else name.replace("/", "-")


def _repeated(path: Path, progress: ProgressCallback | None) -> tuple[Run, str]:
    """The run of a file once more, and how it compares."""
    from armwright.scenario.repeating import other_versions, repeat, unlike
    from armwright.signals import Run

    before, again = Run.load(path), repeat(path, progress=progress)
    differing = unlike(before, again)
    if not differing:
        return again, f"the same bits as in {path}"
    versions = other_versions(before)
    reason = f"; it was made with {'; '.join(versions)}" if versions else ""
    return again, f"not the same as in {path}: {', '.join(differing)}{reason}"


def _simulated(
    scenario: Scenario,
    runs: int,
    parameters: dict[str, str],
    options: dict[str, Any],
    progress: ProgressCallback | None,
) -> Run:
    if runs == 1:
        return scenario.simulate(progress=progress, **options)
    return scenario.sweep(parameters, samples=runs, progress=progress, **options)


def _contents(
    run: Run, summary: Summary, drives: Sequence[DriveMode], text: str
) -> dict[str, Content]:
    """The files of a run, by their names. `text`: what is said of it."""
    from armwright.report.runs import draw_run

    known = {**summary.to_dict(), "drives": [asdict(one) for one in drives]}
    return {
        "run.nc": run.write,
        **({"scenario.toml": run.scenario_file} if run.scenario_file else {}),
        "summary.txt": f"{text}\n",
        "summary.json": json.dumps(known, indent=1) + "\n",
        **draw_run(run).pngs(),
    }


def _text(summary: Summary, drives: Sequence[DriveMode]) -> str:
    """What is said of a run: its figures, and its gears."""
    from armwright.report.runs import drives_text

    return "\n".join([summary.text(), *([drives_text(drives), ""] if drives else [])])


def _tell(run: Run, written: list[Path]) -> None:
    """Where its files are, and how it went."""
    print(f"written to {written[0].parent}: " + ", ".join(path.name for path in written))
    for line in str(run.data.attrs.get("diverged_runs", "")).splitlines():
        print(f"left out: {line}")
    if not run.data.attrs["complete"]:
        print("stopped early: the files hold what was simulated until then")
        raise typer.Exit(STOPPED)
    for picture in (path for path in written if path.name == "path.png"):
        print(f"the path error is drawn in {picture}")
    seconds, factor = run.data.attrs["duration"], run.data.attrs["real_time_factor"]
    print(f"{seconds:g} s simulated at {factor:.3g} times real time")
    if run.data.attrs.get("method") == "perturbation":
        print(_judgement(run))


def _judgement(run: Run) -> str:
    """How good a run of the perturbation method is."""
    known = run.data.attrs
    words = (
        f"linearised at {known['points']} points; the arm departs from its nominal motion by up to "
        f"{known['largest_departure']:.2g} rad, where {100 * known['neglected_torque']:.2g} % of "
        "a joint's torque is neglected"
    )
    if "second_order_error" in known:
        words += f": the tool is off by about {1e6 * known['second_order_error']:.2g} µm"
    return words


def path_and_value(text: str, option: str) -> tuple[str, Any]:
    """PATH=VALUE; the value as TOML has it, a bare word as text."""
    path, equals, value = text.partition("=")
    if not equals or not path or not value:
        raise InputError(
            "not a path and a value",
            where=f"{option} {text}",
            expected="such as joints.2.friction.coulomb=3.1",
        )
    where = f"{option} {path.strip()}"
    try:
        return path.strip(), parse_toml(f"value = {value}", where)["value"]
    except tomllib.TOMLDecodeError:
        return path.strip(), value


def spread_of(text: str) -> tuple[str, str]:
    path, _ = path_and_value(text, "--spread")
    return path, text.partition("=")[2]


@contextmanager
def _bar(duration: float, quiet: bool) -> Iterator[ProgressCallback | None]:
    """A progress bar with simulated time and real-time factor."""
    if quiet:
        yield None
        return
    done = "{task.completed:.2f} of {task.total:g} s"
    with progress_bar("simulating", duration, done) as show:
        yield lambda simulated, _, factor: show(simulated, f"{factor:.0f} × real time")
