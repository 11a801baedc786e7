"""Equations as a LaTeX document."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby

from armwright.equations.equations_of_motion import Entry, EquationsOfMotion
from armwright.equations.writing.line_breaking import WIDTH, broken, width
from armwright.equations.writing.page import (
    METHOD_NAMES,
    EquationPage,
    left_side,
    letters,
    make_page,
    right_side,
)
from armwright.equations.writing.writer import Writer
from armwright.transliteration import in_ascii

#: Short assignments in a row, and how wide each may be.
ACROSS = 3
SHORT = WIDTH / ACROSS - 7

_GREEK = {"Φ": r"\Phi", "Ψ": r"\Psi"}
_WRITTEN = {
    "abs": r"\left|{}\right|",
    "sqrt": r"\sqrt{{{}}}",
    "clip": r"\operatorname{{clip}}\left({}\right)",
}
_BASE = {"w₀": r"\omega_0", "e₀": r"\alpha_0", "a₀": "a_0"}
_HEADS = {
    "eta": r"\eta",
    "dq": r"\dot{q}",
    "ddq": r"\ddot{q}",
    "tau": r"\tau",
    "w": r"\omega",
    "e": r"\alpha",
}


#: Characters of a notebook's cell; beyond it, only what the equations begin with is shown.
_LONGEST_CELL = 20_000


def latex_document(equations: EquationsOfMotion, digits: int) -> str:
    """A whole document: `pdflatex` takes it as it is."""
    return "\n".join((*_HEAD, *_body(equations, digits), _END, ""))


def latex_fragment(equations: EquationsOfMotion, digits: int) -> str:
    """What the document holds, to be put into another."""
    return "\n".join((*_body(equations, digits), ""))


def latex_formula(equations: EquationsOfMotion, digits: int) -> str:
    """The equations alone, as a notebook sets them."""
    blocks, _ = _blocks(equations, Writer(LatexNotation(), digits))
    rows = [row for block in blocks for row in block]
    text = _aligned([_equation(equations), *rows])
    if len(text) <= _LONGEST_CELL:
        return text
    more = rf"&\quad \text{{with {len(rows)} lines: see text() or latex()}}"
    return _aligned([_equation(equations), more])


_HEAD = (
    r"\documentclass{article}",
    r"\usepackage{amsmath,longtable}",
    r"\usepackage[a4paper,margin=20mm]{geometry}",
    r"\setlength{\parindent}{0pt}",
    r"\allowdisplaybreaks",
    r"\setcounter{MaxMatrixCols}{50}",
    r"\begin{document}",
    r"\raggedright",
)
_END = r"\end{document}"


def _body(equations: EquationsOfMotion, digits: int) -> list[str]:
    writer = Writer(LatexNotation(), digits)
    blocks, matrices = _blocks(equations, writer)
    title = f"{_plain(equations.robot)}, after {METHOD_NAMES[equations.method]}"
    return [
        rf"\section*{{{title}}}",
        *(rf"Not in these equations: {_plain(part)}.\\" for part in equations.left_out),
        *(rf"{_plain(line)}.\\" for line in letters(equations)),
        rf"\[{_equation(equations).replace('&', '')}\]",
        *(rf"\[{matrix}\]" for matrix in matrices),
        *map(_aligned, blocks),
        *_legend(equations, writer),
    ]


def _equation(equations: EquationsOfMotion) -> str:
    left = " + ".join(left_side(equations)).replace("q̇", r"\dot{q}")
    for letter, command in _BASE.items():
        left = left.replace(letter, command)
    right = " + ".join(right_side(equations))
    for letter, command in (
        *_GREEK.items(),
        ("q̇", r"\dot{q}"),
        ("τ", r"\tau"),
        ("λ", r"\lambda"),
        ("ᵀ", "^T"),
    ):
        right = right.replace(letter, command)
    right += r", \quad \Phi(q) = 0" if equations.constraint else ""
    return rf"M(q)\,\ddot{{q}} + {left} &= {right}"


def _blocks(equations: EquationsOfMotion, writer: Writer) -> tuple[list[list[str]], list[str]]:
    """Alignments, row by row; and matrices and vectors of their elements: which are zero, and which
    are the same."""
    page = make_page(equations)
    steps = [(writer.notation.symbol(name.name), writer.write(value)) for name, value in page.steps]
    lines = [(_name(line.kind, line.place), writer.write(line.value)) for line in page.lines]
    return [*_side_by_side(steps), [broken(*line) for line in lines]], _matrices(page)


def _side_by_side(assignments: Sequence[tuple[str, str]]) -> list[list[str]]:
    """In the order in which they are needed; short ones share a row, and have an alignment of their
    own: a long one would push them apart."""
    blocks = []
    for short, some in groupby(assignments, lambda one: width(one[0]) + width(one[1]) < SHORT):
        rows = list(some)
        if short:
            cells = [f"{left} &= {right}" for left, right in rows]
            blocks.append([" & ".join(row) for row in _batched(cells, ACROSS)])
        else:
            blocks.append([broken(*row) for row in rows])
    return blocks


def _batched(cells: Sequence[str], size: int) -> list[Sequence[str]]:
    return [cells[k : k + size] for k in range(0, len(cells), size)]


def _matrices(page: EquationPage) -> list[str]:
    """Of each kind of elements; M always, others if some of their elements are zero."""
    cells: dict[str, dict[tuple[int, ...], str]] = {}
    for line in (*page.lines, *page.zeros):
        for place in line.places:
            text = "0" if line.value == 0 else _name(line.kind, line.place)
            cells.setdefault(line.kind, {})[place] = text
    found = []
    for kind, entries in cells.items():
        if kind != "M" and "0" not in entries.values():
            continue
        rows = range(1, 1 + max(place[0] for place in entries))
        columns = (
            range(1, 1 + max(place[-1] for place in entries if len(place) == 2))
            if len(next(iter(entries))) == 2
            else (None,)
        )
        table = [" & ".join(entries[(i,) if j is None else (i, j)] for j in columns) for i in rows]
        body = " \\\\ ".join(table)
        found.append(rf"{_GREEK.get(kind, kind)} = \begin{{bmatrix}} {body} \end{{bmatrix}}")
    return found


def _aligned(rows: Sequence[str]) -> str:
    return "\n".join((r"\begin{align*}", " \\\\\n".join(rows), r"\end{align*}"))


def _name(kind: str, place: tuple[int, ...]) -> str:
    return f"{_GREEK.get(kind, kind)}_{{{','.join(map(str, place))}}}"


def _legend(equations: EquationsOfMotion, writer: Writer) -> list[str]:
    rows = [
        rf"${writer.notation.symbol(entry.symbol.name)}$ & {_value(entry, writer)} & "
        rf"{_plain(entry.meaning)} \\"
        for entry in equations.legend
    ]
    return [r"\begin{longtable}{llp{100mm}}", *rows, r"\end{longtable}"]


def _value(entry: Entry, writer: Writer) -> str:
    plain = in_ascii(entry.unit).replace(" ", r"\,")
    unit = rf"\mathrm{{{plain}}}"
    if entry.value is None:
        return f"${unit}$"
    sign = "-" if entry.value < 0 else ""
    return rf"${sign}{writer.notation.number(abs(entry.value), writer.digits)}\,{unit}$"


def _plain(text: str) -> str:
    """Names from a robot's file must not be commands."""
    signs = {"_": r"\_", "^": "", "²": "$^2$", "³": "$^3$"}
    pieces = (signs.get(c) or in_ascii(c) for c in text)
    return "".join(
        piece if piece in signs.values() else re.sub(r"[^\w .,\-:;()*/+='\[\]]", "?", piece)
        for piece in pieces
    )


class LatexNotation:
    minus = "-"
    half = r"\tfrac{1}{2}"

    def number(self, value: float, digits: int) -> str:
        mantissa, _, exponent = f"{value:.{digits}g}".partition("e")
        return mantissa if not exponent else rf"{mantissa} \cdot 10^{{{int(exponent)}}}"

    def symbol(self, name: str) -> str:
        """The letters in front, and all that follows as index: I2xx is I with 2xx. Names of sines
        and cosines are upright: c2 is not the bias of joint 2."""
        if re.fullmatch(r"[cs][m\d]+(_v\d+)?", name):
            return rf"\mathrm{{{name[0]}}}_{{{name[1:].replace('m', '-').replace('_', ',')}}}"
        head, rest = re.fullmatch(r"([a-zA-Z](?=[xyzt]$)|[a-zA-Z]+)(.*)", name).groups()  # type: ignore[union-attr]
        index = rest.replace("_", ",")
        return _HEADS.get(head, head) + (f"_{{{index}}}" if index else "")

    def power(self, base: str, exponent: int) -> str:
        return f"{base}^{{{exponent}}}"

    def function(self, name: str, argument: str, power: int) -> str:
        raised = f"^{{{power}}}" if power != 1 else ""
        if name in _WRITTEN:
            return _WRITTEN[name].format(argument) + raised
        if name == "sign":
            return rf"\operatorname{{sign}}{raised}\left({argument}\right)"
        return rf"\{name}{raised}\left({argument}\right)"

    def bracket(self, inside: str) -> str:
        return rf"\left({inside}\right)"
