"""Tables as HTML."""

from __future__ import annotations

import re

import pytest

from armwright.errors import InputError
from armwright.report.html.elements import table
from armwright.report.html.parts import ReportTable
from tests.unit.report.html.reading import Reader

HEAD = ("joint", "error, mm:", "verdict")
MARKS = ("good", "bad", "", "fair")
ROWS = [("one", "0.1", "fine"), ("two", "-12.5", "not fine")]


def test_columns_of_numbers_are_set_apart() -> None:
    read = Reader(table(ReportTable(HEAD, ROWS)))
    assert read.text("th") == ["joint", "error, mm", "verdict"]
    assert [a.get("class", "") for a in read.all("th")] == ["", "number", ""]
    assert [a.get("class", "") for a in read.all("td")] == ["", "number", ""] * 2
    assert read.text("td") == ["one", "0.1", "fine", "two", "-12.5", "not fine"]


def test_marks_colour_the_last_cell_of_their_row() -> None:
    read = Reader(table(ReportTable(HEAD, [*ROWS, ("a", "b", "c"), ("d", "e", "f")], "", MARKS)))
    assert [a["class"] for a in read.all("span")] == ["badge good", "badge bad", "badge fair"]
    assert read.text("span") == ["fine", "not fine", "f"]
    assert read.text("td")[-3:] == ["c", "d", "e"]


def test_notes_stand_below_their_rows() -> None:
    html = table(ReportTable(HEAD, ROWS, "Caption.", notes=["", "Why."]))
    read = Reader(html)
    assert read.text("td")[-1] == "Why."
    assert [a["colspan"] for a in read.all("td") if "colspan" in a] == ["2"]
    assert read.text("figcaption") == ["Caption."]
    assert len(read.all("tbody")) == len(ROWS)
    assert html.index("-12.5") < html.index("Why.")


def test_on_a_narrow_screen_cells_know_their_columns() -> None:
    read = Reader(table(ReportTable(HEAD, ROWS, notes=["", ""])))
    assert read.all("table") == [{"class": "cards"}]
    assert [a["data-name"] for a in read.all("td")] == ["joint", "error, mm", "verdict"] * 2


@pytest.mark.parametrize(
    ("broken", "message"),
    [
        (ReportTable((), []), "no columns"),
        (
            ReportTable(HEAD, [("a", "b")], "T"),
            r"table 'T', row 1: wrong number of cells \(got 2, exp",
        ),
        (ReportTable(HEAD, ROWS, marks=["good"]), r"not as many marks as rows \(got 1, expected 2"),
        (ReportTable(HEAD, ROWS, notes=["x"] * 3), r"table 'joint, .*': not as many notes as rows"),
        (
            ReportTable(HEAD, ROWS, marks=["good", "x"]),
            "unknown mark .got 'x', expected 'good', 'fair'",
        ),
    ],
)
def test_what_does_not_fit_together_is_refused(broken: ReportTable, message: str) -> None:
    with pytest.raises(InputError, match=message):
        table(broken)


def test_points_of_a_column_of_numbers_are_below_each_other() -> None:
    rows = [("a", "84.90"), ("b", "0.0949"), ("c", "−3"), ("d", "1e−3"), ("e", "–")]
    cells = re.findall(
        r'<td data-name="x" class="number">([^<]*)<', table(ReportTable(("", "x:"), rows))
    )
    figure, point = "\N{FIGURE SPACE}", "\N{PUNCTUATION SPACE}"
    assert cells == [f"84.90{2 * figure}", "0.0949", f"−3{point}{4 * figure}", "1e−3", "–"]


def test_a_table_can_be_stacked_on_a_narrow_screen() -> None:
    assert '<table class="stack">' in table(ReportTable(HEAD, ROWS, stacked=True))
    assert '<table class="cards">' in table(ReportTable(HEAD, ROWS, notes=["", "Why."]))
    assert "<table>" in table(ReportTable(HEAD, ROWS))


def test_a_row_leads_to_a_file() -> None:
    rows = [("a", "1"), ("b", "2")]
    text = table(ReportTable(("", "x:"), rows, links=["a b/report.html", ""]))
    assert '<a href="a%20b/report.html">a</a>' in text and text.count("<a ") == 1
