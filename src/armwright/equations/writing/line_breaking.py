"""Where long lines of LaTeX are broken: in front of a plus or minus, inside brackets if need be."""

from __future__ import annotations

import re
from dataclasses import dataclass

#: Of a line of text, in letters of mathematics of common width.
WIDTH = 84.0
#: What continued lines are indented by.
_INDENT = 4.0
_TOKEN = re.compile(r"\\[A-Za-z]+|\\.|[^\\]", re.DOTALL)
_SILENT = frozenset((r"\left", r"\right", r"\mathrm", r"\operatorname", r"\dot", r"\ddot"))
_SPACES = {r"\,": 0.3, r"\quad": 1.8, " ": 0.0}
#: Signs with the space on both sides of them.
_SIGNS = {"+": 2.7, "-": 2.7, "=": 2.9, r"\cdot": 1.5}
#: Of letters in an index or exponent, as a part of others.
_SMALL = 0.72


@dataclass(frozen=True)
class _Place:
    """Where a line may end: `at` of the text, what was set until there, and what is open."""

    at: int
    end: float
    depth: int


def width(text: str) -> float:
    """About how wide it is, in letters."""
    return _measured(text)[0]


def broken(left: str, right: str) -> str:
    """`left = right`, a row of an alignment, on as many lines as it takes."""
    room = WIDTH - width(left) - 4.0
    whole, places = _measured(right)
    rows, start, begun, depth = [], 0, 0.0, 0
    while whole - begun > room:
        place = _best([one for one in places if one.at > start], begun, room)
        if place is None:
            break
        rows.append(_reopened(depth) + right[start : place.at].rstrip() + r"\right." * place.depth)
        start, begun, depth = place.at, place.end, place.depth
        room = WIDTH - width(left) - 4.0 - _INDENT
    rows.append(_reopened(depth) + right[start:])
    return " \\\\\n&\\quad ".join([f"{left} &= {rows[0]}", *rows[1:]])


def _best(places: list[_Place], begun: float, room: float) -> _Place | None:
    """Of those that fit, one outside of brackets if the line is at least half full by then."""
    fitting = [one for one in places if one.end - begun <= room] or places[:1]
    for full in (0.5, 0.0):
        some = [one for one in fitting if one.end - begun >= full * room]
        if some:
            least = min(one.depth for one in some)
            return [one for one in some if one.depth == least][-1]
    return None


def _reopened(depth: int) -> str:
    return r"\left." * depth


def _measured(text: str) -> tuple[float, list[_Place]]:
    """The width, and the places in front of a plus or minus where no brace is open."""
    total, small, braces, depth, raised = 0.0, [], 0, 0, False
    places: list[_Place] = []
    for found in _TOKEN.finditer(text):
        token = found[0]
        if token == "{":
            braces += 1
            if raised:
                small.append(braces)
        elif token == "}":
            if small and small[-1] == braces:
                small.pop()
            braces -= 1
        elif token == r"\left":
            depth += 1
        elif token == r"\right":
            depth -= 1
        elif token in "+-" and not braces and found.start() and text[found.start() - 1] == " ":
            places.append(_Place(found.start(), total, depth))
        raised = token in ("^", "_")
        if raised or token in "{}" or token in _SILENT:
            continue
        plain = len(token) - 1 if token in (r"\sin", r"\cos", r"\tan") else 1.0
        size = _SPACES.get(token, _SIGNS.get(token, plain))
        total += size * (_SMALL if small else 1.0)
    return total, places
