"""The command that runs a sweep into a folder."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from armwright.cli.app import STOPPED, app, complain, finishing
from armwright.cli.output import progress_bar
from armwright.cli.packages import with_packages
from armwright.cli.scenarios import path_and_value, scenario_stem, spread_of
from armwright.cli.sources import OwnBlockFiles
from armwright.cli.told import Json, Told, told
from armwright.errors import InputError

if TYPE_CHECKING:
    import xarray as xr

    from armwright.scenario.sweeps import SweepPlan, SweepProgress

REPORT, TABLE = "report.html", "runs.csv"
#: Messages of runs that diverged which are printed.
_SHOWN = 5


@app.command()
@with_packages
def sweep(
    scenario: Annotated[str, typer.Argument(help="A scenario of the library, or a .toml file.")],
    out: Annotated[
        Path | None,
        typer.Option(help="Folder for the runs, report.html and runs.csv, such as runs.zarr."),
    ] = None,
    runs: Annotated[
        int | None, typer.Option(help="Number of runs. Default: 100, or what a grid has.", min=1)
    ] = None,
    spreads: Annotated[
        list[str] | None,
        typer.Option(
            "--spread",
            metavar="PATH=SPREAD",
            help="How a value varies: links.tool.mass=5%, 'normal 5%', 'grid 1,2,3'; can be "
            "repeated.",
        ),
    ] = None,
    listed: Annotated[
        Path | None,
        typer.Option("--list", help="CSV file with a path for each column, a row for each run."),
    ] = None,
    covariance: Annotated[
        Path | None, typer.Option(help="CSV file with the covariance of normal values.")
    ] = None,
    design: Annotated[
        str, typer.Option(help="How values are drawn: random, latin, sobol, grid or list.")
    ] = "random",
    figures: Annotated[
        list[str] | None,
        typer.Option(
            "--figure",
            help="A number that each run is judged by, such as 'rms(joint_torque)'; can be "
            "repeated. Default: errors and torques.",
        ),
    ] = None,
    keep: Annotated[
        str | None,
        typer.Option(
            help="What is kept beside figures: figures (nothing), signals, or names of signals "
            "with commas. Default: signals, up to 1 GB."
        ),
    ] = None,
    rate: Annotated[float | None, typer.Option(help="Records of signals per second.")] = None,
    changes: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="PATH=VALUE",
            help="Change a value of all runs, such as controller.position_gain=20; can be "
            "repeated.",
        ),
    ] = None,
    seed: Annotated[
        int | None, typer.Option(help="Seed of run 0. Default: the scenario's.")
    ] = None,
    threads: Annotated[
        int | None, typer.Option(help="Threads of this machine. Default: all.", min=1)
    ] = None,
    cluster: Annotated[
        str | None, typer.Option(help="Address of a Dask scheduler, such as tcp://HOST:8786.")
    ] = None,
    quiet: Annotated[bool, typer.Option("--quiet", help="No progress bar.")] = False,
    blocks: OwnBlockFiles = None,
    as_json: Json = False,
) -> None:
    """Run a scenario many times with values that vary, and keep what came out.

    Ctrl-C ends it, and the same command goes on later.
    """
    from armwright.scenario import load_scenario
    from armwright.scenario.designing import listed_values
    from armwright.scenario.sweeps import plan_sweep, run_sweep, usual_figures

    values = dict(path_and_value(text, "--set") for text in changes or ())
    chosen = load_scenario(scenario, blocks=blocks or ()).changed(values)
    given: dict[str, Any] = {**chosen.spreads, **dict(map(spread_of, spreads or ()))}
    if listed is not None:
        given |= listed_values(listed)
    plan = plan_sweep(
        chosen,
        given,
        runs,
        seed,
        design=design,  # type: ignore[arg-type]
        covariance=covariance,
        figures=figures or usual_figures(chosen),
        keep=_kept(keep),
        rate=rate,
    )
    folder = out or Path(f"armwright-{scenario_stem(scenario)}.zarr")
    with told("sweep", as_json) as document:
        for note in (*chosen.notes(), *([plan.note] if plan.note else [])):
            document.notes.append(note)
            print(f"note: {note}")
        try:
            with _bar(plan.runs, quiet) as progress:
                data = run_sweep(plan, folder, threads=threads, cluster=cluster, progress=progress)
        except KeyboardInterrupt:
            left = _stopped(folder, document)
            document.notes.append(left)
            complain(left, "note")
            raise typer.Exit(STOPPED) from None
        with finishing():
            _tell(plan, data, folder, _again(scenario, changes or (), plan), document)


def _kept(text: str | None) -> Any:
    if text is None or text in ("figures", "signals"):
        return text
    names = [name.strip() for name in text.split(",")]
    if not all(names):
        raise InputError(
            "--keep",
            where="sweep",
            got=repr(text),
            expected="figures, signals, or names of signals",
        )
    return names


def _again(
    scenario: str, changes: list[str] | tuple[str, ...], plan: SweepPlan
) -> Callable[[int], str]:
    """The command that simulates one of the runs in full."""

    def command(run: int) -> str:
        values = plan.design.values(run, run + 1)
        own = [f"{path}={float(value[0])!r}" for path, value in values.items()]
        words = [f"--set {shlex.quote(text)}" for text in (*changes, *own)]
        words.append(f"--set seed={plan.seed + run}")
        return " ".join(["armwright simulate", shlex.quote(scenario), *words])

    return command


def _tell(
    plan: SweepPlan,
    data: xr.Dataset,
    folder: Path,
    again: Callable[[int], str],
    document: Told,
) -> None:
    from armwright.files import write_whole
    from armwright.report import print_parts
    from armwright.report.sweeps import (
        sweep_data,
        sweep_parts,
        sweep_summary,
        sweep_table,
        write_sweep_report,
    )

    report = write_sweep_report(data, folder / REPORT, command=again)
    table = write_whole(folder / TABLE, sweep_table(data).to_csv(index=False))
    document.wrote(folder, report, table)
    document.add_tables(lambda: sweep_data(data))
    print(sweep_summary(data))
    print_parts(*sweep_parts(data))
    for line in str(data.attrs["diverged_runs"]).splitlines()[:_SHOWN]:
        print(f"diverged: {line}")
    if data.attrs["diverged_count"] > _SHOWN:
        print(f"diverged: {data.attrs['diverged_count'] - _SHOWN} more, see 'diverged_at'")
    error, most = data.attrs["step_error"], data.attrs["step_tolerance"]
    if error > most:
        complain(
            f"steps of {plan.scenario.step:g} s seem too long: joints are off by about {error:.2g} "
            f"rad (or m) at the end, and {most:g} are allowed. Try --set integration.steps=auto",
            "warning",
        )
    print(f"written to {folder}: {plan.runs} runs, {REPORT}, {TABLE}")
    print(f"open them with armwright.open_sweep({str(folder)!r}); look at {report}")


def _stopped(folder: Path, document: Told) -> str:
    """What is left of it, in words."""
    from armwright.scenario.sweeps.store import progress_of

    try:
        done, runs = progress_of(folder)
    except InputError:  # it had not begun
        return "stopped: nothing is written yet"
    document.wrote(folder)
    return f"stopped: {done} of {runs} runs are kept in {folder}; the same command goes on"


@contextmanager
def _bar(runs: int, quiet: bool) -> Iterator[Callable[[SweepProgress], None] | None]:
    """Runs done, how many in a second, and the time that is left."""
    if quiet:
        yield None
        return
    done = "{task.completed:.0f} of {task.total:.0f} runs"
    with progress_bar("sweeping", runs, done) as show:
        yield lambda now: show(now.done, f"{now.rate:.3g}/s, {_duration(now.seconds_left)} left")


def _duration(seconds: float) -> str:
    if seconds == float("inf"):
        return "?"
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes:02} min" if hours else f"{minutes}:{rest:02} min"
