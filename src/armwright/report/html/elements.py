"""Parts of a report as HTML. All text is escaped here."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Mapping, Sequence
from html import escape
from urllib.parse import quote

from armwright.errors import InputError
from armwright.report.html.parts import (
    Fold,
    Paragraph,
    Picture,
    Preformatted,
    ReportPart,
    ReportTable,
)
from armwright.report.words import plain

#: Pixels. A picture that is wider scrolls on a narrow screen, and does not shrink to its width.
WIDE = 736
MARKS = ("good", "fair", "bad", "")
_DECIMAL = re.compile(r"[<≤≥±−-]?\s*\d+(?:\.(\d+))?")
#: Between a number and its unit no line ends, nor behind a sign that says on which side it is.
_UNIT = re.compile(r"(?<=\d) (?=(?:%|[A-Za-zµ]{1,2})(?!\w))|(?<=[<≤≥±]) (?=[−\d])")


def elements(parts: Sequence[ReportPart], pictures: Mapping[str, bytes]) -> str:
    """`pictures`: PNG files by the names of the pictures, in their order."""
    return "\n".join(_element(part, pictures) for part in parts)


def _element(part: ReportPart, pictures: Mapping[str, bytes]) -> str:
    match part:
        case Paragraph():
            return f"<p>{words(part.words)}</p>"
        case ReportTable():
            return table(part)
        case Picture():
            return _picture(part, pictures)
        case Preformatted():
            return _preformatted(part)
        case Fold():
            inner = elements(part.parts, pictures)
            kind = ' class="long"' if part.long else ""
            title = f"<summary>{words(part.title)}</summary>"
            return f"<details{kind}>\n{title}\n{inner}\n</details>"


def _picture(picture: Picture, pictures: Mapping[str, bytes]) -> str:
    number = list(pictures).index(picture.name) + 1
    width, height = picture.figure.get_size_inches() * picture.figure.dpi
    content = b64encode(pictures[picture.name]).decode()
    box = "box wide" if width > WIDE else "box"
    return (
        f'<figure class="picture">\n<div class="{box}">\n'
        f'<img src="data:image/png;base64,{content}" '
        f'width="{width:.0f}" height="{height:.0f}" '
        f'alt="{words(picture.says or picture.caption)}">\n</div>\n'
        f"<figcaption><b>Figure {number}.</b> {words(picture.caption)}</figcaption>\n</figure>"
    )


def _preformatted(part: Preformatted) -> str:
    caption = part.caption and f"<figcaption>{words(part.caption)}</figcaption>\n"
    return f'<figure class="equations">\n{caption}<pre>{lines(part.text)}</pre>\n</figure>'


def table(table: ReportTable) -> str:
    """In a box of its own, which scrolls when the table is wider than the page."""
    _check(table)
    numbers = [name.endswith(":") for name in table.head]
    names = [words(name.removesuffix(":")) for name in table.head]
    head = "".join(
        f'<th scope="col"{_number(number)}>{name}</th>'
        for name, number in zip(names, numbers, strict=True)
    )
    behind = _behind(table.rows, numbers)
    marks = table.marks or [""] * len(table.rows)
    notes = table.notes or [""] * len(table.rows)
    links = table.links or [""] * len(table.rows)
    body = "\n".join(
        f"<tbody>\n{_row(row, spaces, names, numbers, mark, link)}{_note(note, len(names))}</tbody>"
        for row, spaces, mark, note, link in zip(
            table.rows, behind, marks, notes, links, strict=True
        )
    )
    caption = f"<figcaption>{words(table.caption)}</figcaption>\n" if table.caption else ""
    # Rows with notes are read one by one: on a narrow screen each becomes a card.
    kind = ' class="cards"' if table.notes else ' class="stack"' if table.stacked else ""
    return (
        f'<figure class="table">\n{caption}<div class="box">\n<table{kind}>\n'
        f"<thead>\n<tr>{head}</tr>\n</thead>\n{body}\n</table>\n</div>\n</figure>"
    )


def _behind(rows: Sequence[Sequence[str]], numbers: Sequence[bool]) -> list[list[str]]:
    """What stands behind cells so that the points of a column are below each other: a number with
    fewer decimals than others gets spaces of their width, and no digits that nobody knows."""
    decimals = [
        [_decimals(cell) if number else None for cell, number in zip(row, numbers, strict=True)]
        for row in rows
    ]
    most = [max((one or 0 for one in column), default=0) for column in zip(*decimals, strict=True)]
    return [
        ["" if one is None else _blank(one, most[k]) for k, one in enumerate(row)]
        for row in decimals
    ]


def _decimals(cell: str) -> int | None:
    found = _DECIMAL.fullmatch(cell.strip())
    return len(found[1] or "") if found else None


def _blank(decimals: int, most: int) -> str:
    point = "\N{PUNCTUATION SPACE}" if most and not decimals else ""
    return point + "\N{FIGURE SPACE}" * (most - decimals)


def _row(
    row: Sequence[str],
    spaces: Sequence[str],
    names: Sequence[str],
    numbers: Sequence[bool],
    mark: str,
    link: str,
) -> str:
    contents = [words(cell) + behind for cell, behind in zip(row, spaces, strict=True)]
    contents = [
        cell.replace(" ", "\N{NO-BREAK SPACE}") if name == "unit" else cell
        for cell, name in zip(contents, names, strict=True)
    ]
    if link:
        contents[0] = f'<a href="{quote(link)}">{contents[0]}</a>'
    if mark:
        contents[-1] = f'<span class="badge {mark}">{contents[-1]}</span>'
    cells = "".join(
        f'<td data-name="{name}"{_number(number)}>{content}</td>'
        for name, number, content in zip(names, numbers, contents, strict=True)
    )
    return f"<tr>{cells}</tr>\n"


def _note(note: str, columns: int) -> str:
    """Under the row, beginning at its second column."""
    if not note:
        return ""
    first = "<td></td>" if columns > 1 else ""
    span = max(columns - 1, 1)
    return f'<tr class="note">{first}<td colspan="{span}">{words(note)}</td></tr>\n'


def _number(number: bool) -> str:
    return ' class="number"' if number else ""


def _check(table: ReportTable) -> None:
    where = f"table '{table.caption or ', '.join(table.head)}'"
    if not table.head:
        raise InputError("no columns", where=where)
    for k, row in enumerate(table.rows, 1):
        if len(row) != len(table.head):
            raise InputError(
                "wrong number of cells",
                where=f"{where}, row {k}",
                got=len(row),
                expected=len(table.head),
            )
    for name, values in (
        ("marks", table.marks),
        ("notes", table.notes),
        ("links", table.links),
    ):
        if values and len(values) != len(table.rows):
            raise InputError(
                f"not as many {name} as rows",
                where=where,
                got=len(values),
                expected=f"{len(table.rows)}, or none",
            )
    for mark in table.marks:
        if mark not in MARKS:
            raise InputError(
                "unknown mark", where=where, got=repr(mark), expected=", ".join(map(repr, MARKS))
            )


def words(text: str) -> str:
    """On one line, for elements and for attributes in double quotes."""
    return escape(_UNIT.sub("\N{NO-BREAK SPACE}", plain(text).strip()))


def lines(text: str) -> str:
    """Lines and their indentation as they are."""
    return "\n".join(
        escape("".join(c if c.isprintable() else " " for c in line)).rstrip()
        for line in text.expandtabs(4).strip("\n").split("\n")
    )
