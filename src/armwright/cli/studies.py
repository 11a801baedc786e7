"""Commands about studies: list and run."""

from __future__ import annotations

import signal
import time
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Annotated

import typer

from armwright.cli.all_studies import study_all
from armwright.cli.app import STOPPED, app, complain, finishing
from armwright.cli.output import telling
from armwright.cli.results import finish, folder_for
from armwright.cli.told import Json, told

if TYPE_CHECKING:
    from armwright.progress import Tell
    from armwright.studies import Outcome, Study


@app.command()
def studies(as_json: Json = False) -> None:
    """List the studies, which repeat the experiments of published sources."""
    from armwright.report import print_parts
    from armwright.studies import STUDIES, find
    from armwright.studies.tables import studies_data, studies_table

    with told("studies", as_json) as document:
        found = [find(name) for name in STUDIES]
        document.table("studies", lambda: studies_data(found))
        print_parts(studies_table(found))


@app.command()
def study(
    name: Annotated[
        str, typer.Argument(help="One of those that `armwright studies` lists, or `all`.")
    ],
    out: Annotated[
        Path | None,
        typer.Option(
            help="Folder for report.html, claims.json, figures and runs. "
            "Default: armwright-study-NAME."
        ),
    ] = None,
    open_report: Annotated[
        bool, typer.Option("--open", help="Open the report in the browser.")
    ] = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="No progress bar.")] = False,
    as_json: Json = False,
) -> None:
    """Repeat a source's experiments, and compare its results with ours.

    The exit code is 0 even if claims differ: that is a result, too. `all` runs every study,
    several side by side, each into a folder of its name, with index.html in front of them; the
    exit code is 1 if one of them fails to run.
    """
    from armwright.files import write_results
    from armwright.report import print_parts
    from armwright.studies import contents, find
    from armwright.studies.claim import count, tally
    from armwright.studies.registry import ALL
    from armwright.studies.tables import claims_data, claims_table

    if name == ALL:
        study_all(out or Path("armwright-study-all"), open_report, quiet, as_json)
        return
    chosen = find(name)
    begun = time.perf_counter()
    try:
        with (
            folder_for(out or Path(f"armwright-study-{name}")) as folder,
            telling(quiet) as tell,
        ):
            outcome = _run(chosen, tell)
            tell("drawing the report", 1.0)
            files = contents(chosen, outcome)
            with finishing():
                written = write_results(folder, files)
    except KeyboardInterrupt:
        complain("stopped; nothing was written")
        raise typer.Exit(STOPPED) from None
    with told("study", as_json) as document:
        document.table("claims", lambda: claims_data(outcome.claims))
        document.wrote(*written)
        if outcome.claims:
            print_parts(claims_table(outcome.claims))
            print(count(tally(outcome.claims)))
        print(f"{time.perf_counter() - begun:.1f} s in all")
        finish(folder / "report.html", open_report, "report")


def _run(study: Study, tell: Tell) -> Outcome:
    """A simulation takes Ctrl-C as its early end. To a study it is the end of everything: what
    is computed from half a run is worth nothing."""
    stopped = False

    def stop(_: int, __: FrameType | None) -> None:
        nonlocal stopped
        stopped = True
        raise KeyboardInterrupt

    def go_on(what: str, done: float) -> None:
        if stopped:
            raise KeyboardInterrupt
        tell(what, done)

    before = signal.signal(signal.SIGINT, stop)
    try:
        outcome = study.run(go_on)
    finally:
        signal.signal(signal.SIGINT, before)
        if stopped:
            raise KeyboardInterrupt
    return outcome
