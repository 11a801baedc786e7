"""Reads a page as a browser would, and strictly: what is opened is closed, in the right order."""

from __future__ import annotations

from html.parser import HTMLParser

VOID = {"img", "meta"}
#: When one of these begins inside a paragraph, browsers end the paragraph there.
BLOCKS = {"figure", "table", "details", "div", "section", "pre", "p", "dl", "ol", "h1", "h2"}


class Reader(HTMLParser):
    """`elements`: tag and attributes, in order. `texts`: by the tag right around them."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.texts: list[tuple[str, str]] = []
        self.feed(html)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert not (tag in BLOCKS and "p" in self.open), f"<{tag}> in a paragraph"
        self.elements.append((tag, {name: value or "" for name, value in attrs}))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open and self.open[-1] == tag, f"</{tag}> in {self.open}"
        self.open.pop()

    def handle_data(self, data: str) -> None:
        if data.strip():
            self.texts.append((self.open[-1] if self.open else "", data))

    def all(self, tag: str) -> list[dict[str, str]]:
        return [attributes for name, attributes in self.elements if name == tag]

    def text(self, tag: str) -> list[str]:
        """Spaces at which no line ends count as spaces."""
        return [text.replace("\xa0", " ") for name, text in self.texts if name == tag]
