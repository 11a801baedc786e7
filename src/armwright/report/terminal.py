"""How tables are set, and how text gets onto the terminal."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from textwrap import wrap
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Console, RenderableType
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

from armwright.report.words import plain
from armwright.transliteration import shown_in

#: Columns of text in a pipe or file, and at most in a drive's table on a wide terminal.
PAGE = 100
#: Spaces between the columns of a table.
GAP = 2


def console() -> Console:
    """Texts come from users' files: nothing in them is markup."""
    out = Console(markup=False, emoji=False, highlight=False)
    if not out.is_terminal:
        out.width = max(out.width, PAGE)
    return out


def page_width() -> int:
    """Columns that a table may take."""
    return min(console().width, PAGE)


def print_parts(*parts: RenderableType) -> None:
    """Print one below the other. Nothing is cut: in a pipe a table is as wide as it needs to be; on
    a terminal its texts are folded, and where that is not enough, each row is a paragraph."""
    out = console()
    page = out.width
    with out.capture() as captured:
        for part in parts:
            if isinstance(part, Table) and not out.is_terminal:
                out.width = max(page, _measured(out, part).maximum)
            narrow = isinstance(part, Table) and _measured(out, part).minimum > out.width
            out.print(_paragraphs(part) if narrow and isinstance(part, Table) else part)
            out.width = page
    lines = "\n".join(line.rstrip() for line in captured.get().splitlines())
    print(re.sub(r"\n{3,}", "\n\n", lines))


def _measured(out: Console, table: Table) -> Measurement:
    return Measurement.get(out, out.options.update(max_width=100_000), table)


def _paragraphs(table: Table) -> Text:
    """A table row by row, the header of each column before its cell; empty cells are left out."""
    columns = [(column.header, list(column.cells)) for column in table.columns]
    text = Text()
    for k in range(table.row_count):
        for header, cells in columns:
            cell = cells[k]
            if cell != "":
                text.append(f"{header}: " if header else "")
                text.append(cell if isinstance(cell, Text) else str(cell))
                text.append("\n")
        text.append("\n")
    return text


def folded(text: str, indent: int) -> str:
    """On lines that fit behind an indentation; the first line is there already."""
    width = max(page_width(), indent + 20)
    lines = wrap(plain(text), width - indent, break_on_hyphens=False)
    return f"\n{'':{indent}}".join(lines)


class _ShownTable(Table):
    """Its cells are as the terminal shows them, so that columns are as wide as they look."""

    def add_row(self, *cells: Any, **options: Any) -> None:
        super().add_row(*(_shown(cell) for cell in cells), **options)


def _shown(cell: Any) -> Any:
    return shown_in(cell, console().encoding) if isinstance(cell, str) else cell


def make_table(*headers: str) -> Table:
    """A header that ends in a colon is a column of numbers, which stay on one line."""
    table = _ShownTable(box=SIMPLE_HEAD, pad_edge=False, padding=(0, GAP - 1, 0, 0))
    for header in headers:
        number = header.endswith(":")
        table.add_column(
            _shown(header.rstrip(":")),
            justify="right" if number else "left",
            no_wrap=number,
            overflow="fold",
        )
    return table


def tables_across(
    corner: Sequence[str],
    names: Sequence[str],
    rows: Iterable[tuple[Sequence[str], Sequence[str]]],
    width: int,
) -> list[Table]:
    """A column for each of `names`, in as many tables as it takes to stay within `width`.

    `corner`: headers of the columns before; `rows`: cells of those columns, then one per name.
    """
    kept = [row for row in rows if any(row[1])]
    if not kept:
        return []
    heads = [
        max(len(head[k]) for head in (corner, *(head for head, _ in kept)))
        for k in range(len(corner))
    ]
    cells = [
        max(len(plain(name)), *(len(row[k]) for _, row in kept)) for k, name in enumerate(names)
    ]
    room = width - sum(heads) - GAP * len(heads) - 2
    each = max(1, room // (max(cells) + GAP))
    count = -(-len(names) // each)
    tables = []
    edges = [len(names) * k // count for k in range(count + 1)]
    for some in map(range, edges[:-1], edges[1:]):
        table = make_table(*corner, *(f"{plain(names[k])}:" for k in some))
        for head, row in kept:
            table.add_row(*head, *(row[k] for k in some))
        tables.append(table)
    return tables
