"""A document as one HTML file."""

from __future__ import annotations

import re
from base64 import b64decode

import pytest

from armwright.report.canvas import blank_figure
from armwright.report.html import (
    Chapter,
    Document,
    Fold,
    Paragraph,
    Picture,
    Preformatted,
    ReportPart,
    ReportTable,
    render,
)
from tests.unit.report.html.reading import Reader

HOSTILE = "</p></style><script>alert('1')</script> & \"x\" onload='y' &lt; <!-- \x00\x1b[31m\ud800"


def curve(name: str = "curve", **more: str) -> Picture:
    figure = blank_figure((400, 300))
    figure.add_subplot().plot([0, 2, 1])
    return Picture(name, figure, **{"caption": "A curve.", **more})


def document(*parts: ReportPart, chapters: int = 1) -> Document:
    some = [Chapter(f"Chapter {k}", parts if k == 0 else [Paragraph("…")]) for k in range(chapters)]
    return Document("Title", "What it is about.", [("arm", "two_axis")], some)


def every_part(text: str) -> Document:
    """The text in each place where text can be."""
    parts = [
        Paragraph(text),
        ReportTable((text, f"{text}:"), [(text, text)], text, ["good"], [text]),
        curve(text, caption=text, says=text),
        Preformatted(text, text),
        Fold(text, [Paragraph(text), Fold(text, [Preformatted(text)]), ReportTable((text,), [])]),
    ]
    return Document(text, text, [(text, text)], [Chapter(text, parts)])


def test_everything_that_is_opened_is_closed() -> None:
    Reader(render(every_part("plain")).html)


def test_hostile_text_stays_text() -> None:
    tame, wild = (Reader(render(every_part(text)).html) for text in ("tame", HOSTILE))
    assert [tag for tag, _ in wild.elements] == [tag for tag, _ in tame.elements]
    assert [[*a] for _, a in wild.elements] == [[*a] for _, a in tame.elements]
    assert all("alert('1')" in text for text in wild.text("p"))
    assert not {"\x00", "\x1b", "\ud800"} & set("".join(text for _, text in wild.texts))
    assert all("alert('1')" in attributes["alt"] for attributes in wild.all("img"))


def test_it_needs_nothing_else_and_runs_nothing() -> None:
    html = render(every_part("plain")).html
    read = Reader(html)
    assert not re.search(r"https?:|@import|url\(", html)
    for _, attributes in read.elements:
        assert attributes.get("src", "data:").startswith("data:")
        assert attributes.get("href", "#").startswith("#")
        assert not any(name.startswith("on") for name in attributes)
    assert not {"script", "link", "iframe", "object"} & {tag for tag, _ in read.elements}
    policies = [a["content"] for a in read.all("meta") if "http-equiv" in a]
    assert policies == ["default-src 'none'; img-src data:; style-src 'unsafe-inline'"]


def test_the_same_document_gives_the_same_bytes() -> None:
    first, second = (render(every_part("plain")) for _ in range(2))
    assert first.html == second.html
    assert first.pictures == second.pictures


def test_title_language_facts_and_summary() -> None:
    read = Reader(render(document()).html)
    assert read.all("html") == [{"lang": "en-GB"}]
    assert read.text("title") == read.text("h1") == ["Title"]
    assert (read.text("dt"), read.text("dd")) == (["arm"], ["two_axis"])
    assert read.text("p") == ["What it is about."]


@pytest.mark.parametrize(("chapters", "entries"), [(0, 0), (3, 0), (4, 4)])
def test_many_chapters_are_listed_first(chapters: int, entries: int) -> None:
    read = Reader(render(document(chapters=chapters)).html)
    targets = [attributes["href"] for attributes in read.all("a")]
    assert len(targets) == entries
    places = [f"#{attributes['id']}" for attributes in read.all("section")]
    assert len(set(places)) == chapters
    assert targets == places[:entries]
    assert read.text("a") == [f"Chapter {k}" for k in range(entries)]


def test_pictures_are_in_the_file_with_their_size_caption_and_what_there_is_to_see() -> None:
    inner = curve("inner", says="It rises, then falls.")
    page = render(document(curve("outer"), Fold("More", [Fold("Still more", [inner])])))
    assert list(page.pictures) == ["outer", "inner"]
    read = Reader(page.html)
    for image, png in zip(read.all("img"), page.pictures.values(), strict=True):
        kind, _, content = image["src"].partition(",")
        assert kind == "data:image/png;base64"
        assert b64decode(content) == png
        assert (image["width"], image["height"]) == ("400", "300")
    assert [image["alt"] for image in read.all("img")] == ["A curve.", "It rises, then falls."]
    assert read.text("b") == ["Figure 1.", "Figure 2."]
    assert read.text("figcaption") == [" A curve.", " A curve."]


def test_equations_keep_their_lines() -> None:
    text = "\n  a = b < c\n\n\td = e\n"
    read = Reader(render(document(Preformatted(text, "Two."))).html)
    assert read.text("pre") == ["  a = b < c\n\n    d = e"]
    assert read.text("figcaption") == ["Two."]


def test_folds_are_closed_and_open_in_print_unless_they_are_long() -> None:
    inside = [Paragraph("Inside.")]
    page = render(document(Fold("More", inside), Fold("Much more", inside, long=True)))
    assert Reader(page.html).all("details") == [{}, {"class": "long"}]
    assert Reader(page.html).text("summary") == ["More", "Much more"]
    assert "details:not(.long)::details-content" in page.html.split("@media print")[1]


def test_a_unit_is_on_one_line() -> None:
    html = render(document(ReportTable(("number", "unit"), [("so many", "N m s/rad")]))).html
    assert ">N\xa0m\xa0s/rad</td>" in html and ">so many</td>" in html


def test_a_number_stays_with_its_unit() -> None:
    html = render(document(Paragraph("from 5 mm to 31 %, ≤ 40, and 12 months"))).html
    assert "<p>from 5\xa0mm to 31\xa0%, ≤\xa040, and 12 months</p>" in html
