"""Plain text, made fit to stand in HTML."""

from __future__ import annotations

import re
from html import escape

from armwright.report.words import plain

#: Between a number and its unit no line ends.
_UNIT = re.compile(r"(?<=\d) (?=(?:%|[A-Za-zµ]{1,2})(?!\w))")


def words(text: str) -> str:
    """On one line, for elements and for attributes in double quotes."""
    return escape(_UNIT.sub("\N{NO-BREAK SPACE}", plain(text).strip()))


def lines(text: str) -> str:
    """Lines and their indentation as they are."""
    return "\n".join(
        escape("".join(c if c.isprintable() else " " for c in line)).rstrip()
        for line in text.expandtabs(4).strip("\n").split("\n")
    )
