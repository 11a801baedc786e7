"""Comments and numbers in C."""

from __future__ import annotations

import textwrap
import unicodedata
from collections.abc import Iterable, Sequence

from armwright.export.c_code.body import literal

_WIDTH = 96


def comment(*paragraphs: str, indent: str = "") -> list[str]:
    """A block comment. Nothing in it can end it."""
    lines: list[str] = []
    for paragraph in paragraphs:
        for line in plain(paragraph).split("\n"):
            lines += textwrap.wrap(line, _WIDTH - len(indent)) or [""]
    if len(lines) == 1:
        return [f"{indent}/* {lines[0]} */"]
    first, *rest = lines
    inside = [f"{indent} * {line}".rstrip() for line in rest]
    return [f"{indent}/* {first}", *inside, f"{indent} */"]


def lacking(parts: Sequence[str]) -> list[str]:
    """Paragraphs on what of the robot's description is not in the code."""
    return ["", *(f"Not in it: {part}" for part in parts)] if parts else []


def plain(text: str) -> str:
    """Without what C could stumble over: ends of comments, trigraphs, letters beyond ASCII."""
    for symbol, spelled in _SYMBOLS.items():
        text = text.replace(symbol, spelled)
    text = "".join(map(_ascii, unicodedata.normalize("NFKD", text)))
    text = text.replace("\\", "|").replace("??", "? ?")
    return text.replace("*/", "* /").replace("/*", "/ *")


def numbers(values: Iterable[float], indent: str) -> list[str]:
    """Values of an initialiser, wrapped."""
    text = ", ".join(map(literal, values))
    return textwrap.wrap(text, _WIDTH, initial_indent=indent, subsequent_indent=indent)


def table(rows: Sequence[Sequence[float]], indent: str) -> list[str]:
    """Rows of an initialiser, one in a line, in braces."""
    return [f"{indent}{{{', '.join(map(literal, row))}}}," for row in rows]


_SYMBOLS = {
    "²": "^2",
    "³": "^3",
    "½": "1/2",
    "·": " ",
    "×": "x",
    "−": "-",
    "–": "-",
    "→": "->",
    "∫": "integral of ",
}
_MARKS = {"\u0307": "'", "\u0308": "''"}


def _ascii(letter: str) -> str:
    """Greek letters by name, time derivatives with strokes, other accents left out."""
    if letter == "\n" or " " <= letter <= "~":
        return letter
    if unicodedata.combining(letter):
        return _MARKS.get(letter, "")
    name = unicodedata.name(letter, "?")
    return name.split()[-1].lower() if name.startswith("GREEK") else "?"
