"""Equations as plain text with Unicode's signs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby

from armwright.equations.equations_of_motion import EquationsOfMotion
from armwright.equations.writing.page import (
    METHOD_NAMES,
    EquationLine,
    left_out,
    left_side,
    letters,
    make_page,
    right_side,
)
from armwright.equations.writing.writer import Writer

WIDTH = 100

_SUPERSCRIPTS = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")
_DOTS = {"dq": "q̇", "ddq": "q̈"}


def text_page(equations: EquationsOfMotion, digits: int) -> str:
    page, writer = make_page(equations), Writer(TextNotation(), digits)
    left = " + ".join(left_side(equations))
    closed = ",  Φ(q) = 0" if equations.constraint else ""
    lines = [
        f"{equations.robot}, after {METHOD_NAMES[equations.method]}",
        f"M(q) q̈ + {left} = {' + '.join(right_side(equations))}{closed}",
        *left_out(equations),
        "",
    ]
    if page.steps:
        lines += [*letters(equations), ""] if letters(equations) else []
        lines += [_wrapped(f"{name} = ", writer.write(value)) for name, value in page.steps]
        lines.append("")
    for _, group in groupby(page.lines, key=lambda line: line.kind):
        lines += [_wrapped(f"{_left(line)} = ", writer.write(line.value)) for line in group]
        lines.append("")
    if page.zeros:
        zero = " = ".join(_left(line) for line in page.zeros)
        lines += [_wrapped("", f"{zero} = 0"), ""]
    return "\n".join((*lines, *_legend(equations, writer), ""))


def _left(line: EquationLine) -> str:
    return " = ".join(f"{line.kind}[{','.join(map(str, place))}]" for place in line.places)


def _wrapped(left: str, right: str) -> str:
    """Lines that are too long go on below, in front of a plus or minus, but not inside sin(…)."""
    pieces = re.split(r" (?=[+−=] )", right)
    rows = [left + pieces[0]]
    for piece in pieces[1:]:
        inside = re.search(r"\w\([^()]*$", rows[-1])
        if len(rows[-1]) + 1 + len(piece) > WIDTH and not inside:
            rows.append(f"    {piece}")
        else:
            rows[-1] += f" {piece}"
    return "\n".join(rows)


def _legend(equations: EquationsOfMotion, writer: Writer) -> Iterator[str]:
    rows = [
        (
            str(entry.symbol),
            "" if entry.value is None else f"= {_signed(writer, entry.value)}",
            entry.unit,
            entry.meaning,
        )
        for entry in equations.legend
    ]
    widths = [max((len(row[k]) for row in rows), default=0) for k in range(3)]
    for *cells, meaning in rows:
        yield "  ".join((*(c.ljust(w) for c, w in zip(cells, widths, strict=True)), meaning))


def _signed(writer: Writer, value: float) -> str:
    return ("−" if value < 0 else "") + writer.notation.number(abs(value), writer.digits)


class TextNotation:
    minus = "−"
    half = "½"

    def number(self, value: float, digits: int) -> str:
        mantissa, _, exponent = f"{value:.{digits}g}".partition("e")
        if not exponent:
            return mantissa.replace("-", self.minus)
        return f"{mantissa}·10{str(int(exponent)).translate(_SUPERSCRIPTS)}"

    def symbol(self, name: str) -> str:
        return re.sub(r"^d?dq(?=\d+$)", lambda found: _DOTS[found.group()], name)

    def power(self, base: str, exponent: int) -> str:
        return base + str(exponent).translate(_SUPERSCRIPTS)

    def function(self, name: str, argument: str, power: int) -> str:
        return f"{self.power(name, power) if power != 1 else name}({argument})"

    def bracket(self, inside: str) -> str:
        return f"({inside})"
