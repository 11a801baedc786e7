"""Studies and their claims on the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.table import Table
from rich.text import Text

from armwright.report.terminal import make_table, page_width
from armwright.report.words import plain
from armwright.studies.claim import WORDS, Claim, Verdict
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
        table.add_row(study.name, plain(study.title), plain(study.source))
    return table


def claims_table(claims: Sequence[Claim]) -> Table:
    """A claim's note stands below what we get."""
    table = _wrapped("source", "what it reports", "what we get", "verdict")
    for column, ratio in zip(table.columns, (3, 8, 8), strict=False):
        column.ratio = ratio
    table.columns[-1].width = len("agrees in")
    for claim in claims:
        got = Text(plain(claim.got))
        if claim.note:
            got.append(f"\nNote: {plain(claim.note)}", style="dim")
        verdict = Text(WORDS[claim.verdict], style=_STYLES[claim.verdict])
        table.add_row(plain(claim.where), plain(claim.says), got, verdict)
    return table


def _wrapped(*headers: str) -> Table:
    """As wide as the page, in a pipe too; cells of several lines are kept apart."""
    table = make_table(*headers)
    table.width, table.leading = page_width(), 1
    for column in table.columns:
        column.overflow = "fold"
    return table
