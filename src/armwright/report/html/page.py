"""The whole page: head, title, contents, chapters, and its pictures as PNG files."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from matplotlib.figure import Figure
from PIL import Image

from armwright.errors import InputError
from armwright.report.canvas import pixels
from armwright.report.html.elements import elements, words
from armwright.report.html.parts import Chapter, Document, Fold, Picture, ReportPart

#: A page with more chapters than this begins with a list of them.
FEW = 3
#: Whatever a text says, the browser fetches nothing and runs nothing.
_POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'"
#: Pixels of the file for one of the page: screens have more than one.
SHARPNESS = 1.5
#: So many suffice for lines, letters and shaded bodies; the file is a third as long as with all.
COLOURS = 256


@dataclass(frozen=True)
class HtmlPage:
    """`html`: the file. `pictures`: the PNG files in it, by name, in their order."""

    html: str
    pictures: Mapping[str, bytes]


def render(document: Document) -> HtmlPage:
    """The same document gives the same bytes. Each picture is drawn once."""
    pictures = drawn(document.chapters)
    body = [
        _head(document),
        _contents(document.chapters),
        *(_chapter(k, chapter, pictures) for k, chapter in enumerate(document.chapters, 1)),
    ]
    return HtmlPage(_frame(document.title, "\n".join(part for part in body if part)), pictures)


def _frame(title: str, body: str) -> str:
    style = Path(__file__).with_name("style.css").read_text(encoding="utf-8")
    return f"""<!DOCTYPE html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{_POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{words(title)}</title>
<style>
{style}</style>
</head>
<body>
<main>
{body}
</main>
</body>
</html>
"""


def _head(document: Document) -> str:
    facts = "\n".join(
        f"<div><dt>{words(name)}</dt><dd>{words(value)}</dd></div>"
        for name, value in document.facts
    )
    lines = [
        "<header>",
        f"<h1>{words(document.title)}</h1>",
        f'<p class="lead">{words(document.summary)}</p>' if document.summary else "",
        f"<dl>\n{facts}\n</dl>" if facts else "",
        "</header>",
    ]
    return "\n".join(line for line in lines if line)


def _contents(chapters: Sequence[Chapter]) -> str:
    if len(chapters) <= FEW:
        return ""
    entries = "\n".join(
        f'<li><a href="#chapter-{k}">{words(chapter.title)}</a></li>'
        for k, chapter in enumerate(chapters, 1)
    )
    return f'<nav aria-label="Contents">\n<h2>Contents</h2>\n<ol>\n{entries}\n</ol>\n</nav>'


def _chapter(number: int, chapter: Chapter, pictures: Mapping[str, bytes]) -> str:
    title = f'<h2><span class="number">{number}</span> {words(chapter.title)}</h2>'
    inner = elements(chapter.parts, pictures)
    return f'<section id="chapter-{number}">\n{title}\n{inner}\n</section>'


def drawn(chapters: Sequence[Chapter]) -> dict[str, bytes]:
    """PNG files by the names of the pictures, in the order of the page, those in folds as well."""
    files: dict[str, bytes] = {}
    for picture in (one for chapter in chapters for one in _pictures(chapter.parts)):
        if picture.name in files:
            raise InputError("two pictures have the same name", where=f"picture '{picture.name}'")
        files[picture.name] = png(picture.figure)
    return files


def png(figure: Figure) -> bytes:
    """Nothing but the picture: no dates, no names of programs."""
    file = io.BytesIO()
    flat = pixels(figure, SHARPNESS).quantize(COLOURS, dither=Image.Dither.NONE)
    flat.save(file, format="png", compress_level=6)
    return file.getvalue()


def _pictures(parts: Sequence[ReportPart]) -> Iterator[Picture]:
    for part in parts:
        if isinstance(part, Picture):
            yield part
        elif isinstance(part, Fold):
            yield from _pictures(part.parts)
