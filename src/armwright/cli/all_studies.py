"""All studies in one command: what is under way is shown, and one that fails spoils no other."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from armwright.cli.app import STOPPED, complain, finishing
from armwright.cli.output import bar_columns
from armwright.cli.results import finish, folder_for
from armwright.cli.told import told

if TYPE_CHECKING:
    from armwright.studies.all_studies import Ended, News

#: Exit code if a study could not be run.
FAILED = 1


def study_all(out: Path, open_report: bool, quiet: bool, as_json: bool) -> None:
    from armwright.files import write_results
    from armwright.report import print_parts
    from armwright.studies import STUDIES
    from armwright.studies.all_studies import Ended, run_all
    from armwright.studies.index import index_contents
    from armwright.studies.tables import endings_data, endings_table

    endings: dict[str, Ended] = {}
    try:
        with folder_for(out) as folder, _showing(quiet) as show:
            for news in run_all(STUDIES, folder):
                show(news)
                if isinstance(news, Ended):
                    endings[news.study] = news
            in_order = [endings[name] for name in STUDIES]
            with finishing():
                written = write_results(folder, index_contents(in_order))
    except KeyboardInterrupt:
        done = ", ".join(name for name, one in endings.items() if not one.failure)
        complain(f"stopped; written: {done or 'nothing'}")
        raise typer.Exit(STOPPED) from None
    with told("study all", as_json) as document:
        document.table("studies", lambda: endings_data(in_order))
        document.wrote(*written)
        print_parts(endings_table(in_order))
        finish(folder / "index.html", open_report, "reports")
    for one in in_order:
        if one.failure:
            complain(f"{one.study} failed to run: {one.failure}")
    if any(one.failure for one in in_order):
        raise typer.Exit(FAILED)


@contextmanager
def _showing(quiet: bool) -> Iterator[Callable[[News], None]]:
    """A bar for each study that is under way; where no bar can be drawn, a line for each that has
    ended. Not with the results, which may go to a file."""
    from rich.console import Console

    from armwright.studies.all_studies import Ended, Progressed, Warned

    out = Console(stderr=True, highlight=False, markup=False)

    def lines(news: News) -> None:
        if isinstance(news, Warned):
            complain(f"{news.study}: {news.words}", "warning")
        elif isinstance(news, Ended) and not quiet:
            out.print(_ended(news), soft_wrap=True)

    if quiet or not out.is_terminal:
        yield lines
        return
    from rich.progress import Progress, TaskID, TextColumn

    name = TextColumn("{task.fields[study]}")
    with Progress(name, *bar_columns(), console=out, transient=True) as bars:
        tasks: dict[str, TaskID] = {}

        def draw(news: News) -> None:
            if isinstance(news, Progressed):
                if news.study not in tasks:
                    tasks[news.study] = bars.add_task("", total=1.0, study=news.study)
                bars.update(tasks[news.study], description=news.what, completed=news.done)
                return
            if isinstance(news, Ended):
                bars.remove_task(tasks.pop(news.study))
            lines(news)

        yield draw


def _ended(one: Ended) -> str:
    from armwright.studies.claim import count

    found = f"failed to run: {one.failure}" if one.failure else count(one.tally)
    return f"{one.study}, {one.seconds:.0f} s: {found}"
