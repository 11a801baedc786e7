"""Texts with the mistakes that files come with."""

from __future__ import annotations

import re

from hypothesis import strategies as st

_HOW = ("drop", "cut", "value", "value", "copy", "swap", "character")


def spoilt(
    draw: st.DrawFn, text: str, value: re.Pattern[str], nonsense: st.SearchStrategy[str]
) -> str:
    """Drop lines, cut, replace values by nonsense, copy lines about; one to four times."""
    for _ in range(draw(st.integers(1, 4))):
        lines = text.split("\n")
        at = draw(st.integers(0, len(lines) - 1))
        how = draw(st.sampled_from(_HOW))
        if how == "drop":
            del lines[at]
        elif how == "cut":
            lines = text[: draw(st.integers(0, len(text)))].split("\n")
        elif how == "value":
            values = list(value.finditer(lines[at]))
            if values:
                first, last = draw(st.sampled_from(values)).span()
                lines[at] = lines[at][:first] + draw(nonsense) + lines[at][last:]
        elif how == "copy":
            lines.insert(draw(st.integers(0, len(lines))), lines[at])
        elif how == "swap":
            other = draw(st.integers(0, len(lines) - 1))
            lines[at], lines[other] = lines[other], lines[at]
        else:
            column = draw(st.integers(0, len(lines[at])))
            letter = draw(st.characters(codec="utf-8"))
            lines[at] = lines[at][:column] + letter + lines[at][column + 1 :]
        text = "\n".join(lines)
    return text
