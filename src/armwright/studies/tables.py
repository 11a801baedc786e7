"""Studies and their claims on the terminal, and for programs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.table import Table
from rich.text import Text

from armwright.report.data import Data
from armwright.report.terminal import make_table, page_width
from armwright.report.words import plain
from armwright.sources import cited
from armwright.studies.all_studies import Ended
from armwright.studies.citing import cited_in
from armwright.studies.claim import WORDS, Claim, Verdict
from armwright.studies.claims_chapter import in_order
from armwright.studies.study import Study

_STYLES: dict[Verdict, str] = {
    "number": "green",
    "kind": "cyan",
    "differs": "red",
    "observed": "dim",
}


def studies_table(studies: Iterable[Study]) -> Table:
    table = _wrapped("study", "title", "source")
    table.columns[0].no_wrap = True
    for study in studies:
        table.add_row(study.name, plain(study.title), plain(cited(study.source)))
    return table


def claims_table(claims: Sequence[Claim]) -> Table:
    """What differs first. A claim's note stands below what we get."""
    table = _wrapped("source", "what it reports", "what we get", "verdict")
    for column, ratio in zip(table.columns, (3, 8, 8), strict=False):
        column.ratio = ratio
    table.columns[-1].width = len("agrees in")
    for claim in cited_in(in_order(claims)):
        got = Text(plain(claim.got))
        if claim.note:
            got.append(f"\nNote: {plain(claim.note)}", style="dim")
        verdict = Text(WORDS[claim.verdict], style=_STYLES[claim.verdict])
        table.add_row(plain(claim.where), plain(claim.says), got, verdict)
    return table


def endings_table(endings: Iterable[Ended]) -> Table:
    """How many claims of each study have which verdict, and of all."""
    table = make_table("study", *(f"{words}:" for words in WORDS.values()), "seconds:", "")
    known = list(endings)
    for one in known:
        cells = ["–"] * len(WORDS) if one.failure else [str(one.tally[v]) for v in WORDS]
        table.add_row(one.study, *cells, f"{one.seconds:.0f}", _failed(one))
    sums = [str(sum(one.tally[verdict] for one in known)) for verdict in WORDS]
    table.add_section()
    table.add_row("all", *sums, "", "")
    return table


def _failed(one: Ended) -> Text:
    return Text("failed to run", style="red") if one.failure else Text()


def endings_data(endings: Iterable[Ended]) -> Data:
    rows = [
        {"study": one.study, **one.tally, "failure": one.failure, "seconds": one.seconds}
        for one in endings
    ]
    return Data(rows, {"seconds": "s"})


def studies_data(studies: Iterable[Study]) -> Data:
    rows = [{"study": one.name, "title": one.title, "source": cited(one.source)} for one in studies]
    return Data(rows)


def claims_data(claims: Sequence[Claim]) -> Data:
    return Data(
        [
            {
                "source": one.where,
                "says": one.says,
                "got": one.got,
                "verdict": one.verdict,
                "note": one.note,
            }
            for one in cited_in(in_order(claims))
        ]
    )


def _wrapped(*headers: str) -> Table:
    """As wide as the page, in a pipe too; cells of several lines are kept apart."""
    table = make_table(*headers)
    table.width, table.leading = page_width(), 1
    return table
