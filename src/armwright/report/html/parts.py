"""What a report is made of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from matplotlib.figure import Figure


@dataclass(frozen=True)
class Paragraph:
    """A paragraph of plain words."""

    words: str


@dataclass(frozen=True)
class ReportTable:
    """`head` names the columns; one that ends with ':' holds numbers, and is set to the right.
    `marks`: for each row "good", "fair", "bad" or "", shown as a colour at its last cell.
    `notes`: for each row words in small print below it, or "". `links`: for each row the file that
    its first cell leads to, from where the report is, or "". `stacked`: on a narrow screen the
    cells of a row stand below each other; rows with notes do so anyway."""

    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    caption: str = ""
    marks: Sequence[str] = ()
    notes: Sequence[str] = ()
    links: Sequence[str] = ()
    stacked: bool = False


@dataclass(frozen=True)
class Picture:
    """`name`: of its file, without suffix. `says`: what there is to see, for those who cannot."""

    name: str
    figure: Figure
    caption: str
    says: str = ""


@dataclass(frozen=True)
class Preformatted:
    """Lines of mathematics or code, set as they are."""

    text: str
    caption: str = ""


@dataclass(frozen=True)
class Fold:
    """Parts that are there for those who look for them. On paper they are open, unless they are
    too `long` for that."""

    title: str
    parts: Sequence[ReportPart]
    long: bool = False


ReportPart = Paragraph | ReportTable | Picture | Preformatted | Fold


@dataclass(frozen=True)
class Chapter:
    title: str
    parts: Sequence[ReportPart]


@dataclass(frozen=True)
class Document:
    """`facts`: pairs shown under the title, such as ("arm", "two_axis")."""

    title: str
    summary: str
    facts: Sequence[tuple[str, str]]
    chapters: Sequence[Chapter]
