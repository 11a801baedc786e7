"""Equations for a LaTeX document that uses amsmath."""

from __future__ import annotations

import re

from armwright.equations.equations_of_motion import Entry, EquationsOfMotion
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

#: Lines that are longer than this go on below.
LENGTH = 160

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


def latex_page(equations: EquationsOfMotion, digits: int) -> str:
    page, writer = make_page(equations), Writer(LatexNotation(), digits)
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
    rows = [(writer.notation.symbol(name.name), value) for name, value in page.steps]
    rows += [(_left(line), line.value) for line in page.lines]
    body = [_wrapped(left, writer.write(value)) for left, value in rows]
    if page.zeros:
        body.append(" = ".join(_left(line) for line in page.zeros) + " &= 0")
    return "\n".join(
        (
            f"% {_plain(equations.robot)}, after {METHOD_NAMES[equations.method]}",
            *(f"% {_plain(line)}" for line in left_out(equations)),
            *(f"% {line}" for line in letters(equations)),
            r"\begin{align*}",
            rf"M(q)\,\ddot{{q}} + {left} &= {right} \\",
            " \\\\\n".join(body),
            r"\end{align*}",
            *_legend(equations, writer),
            "",
        )
    )


def _left(line: EquationLine) -> str:
    kind = _GREEK.get(line.kind, line.kind)
    return " = ".join(f"{kind}_{{{','.join(map(str, place))}}}" for place in line.places)


def _wrapped(left: str, right: str) -> str:
    """Broken in front of a plus or minus that no bracket holds."""
    rows, depth, start = [f"{left} &= "], 0, 0
    for k, sign in enumerate(right):
        depth += {"(": 1, ")": -1}.get(sign, 0)
        if sign in "+-" and depth == 0 and k > 0 and right[k - 1] == " " and k - start > LENGTH:
            rows[-1] += right[start:k].rstrip()
            rows.append(r"&\quad ")
            start = k
    rows[-1] += right[start:]
    return " \\\\\n".join(rows)


def _legend(equations: EquationsOfMotion, writer: Writer) -> list[str]:
    rows = [
        rf"${writer.notation.symbol(entry.symbol.name)}$ & {_value(entry, writer)} & "
        rf"{_plain(entry.meaning)} \\"
        for entry in equations.legend
    ]
    return [r"\begin{tabular}{lll}", *rows, r"\end{tabular}"]


def _value(entry: Entry, writer: Writer) -> str:
    plain = entry.unit.replace(" ", r"\,").replace("²", "^2")
    unit = rf"\mathrm{{{plain}}}"
    if entry.value is None:
        return f"${unit}$"
    sign = "-" if entry.value < 0 else ""
    return rf"${sign}{writer.notation.number(abs(entry.value), writer.digits)}\,{unit}$"


def _plain(text: str) -> str:
    """Names from a robot's file must not be commands."""
    signs = {"_": r"\_", "−": "$-$"}
    return "".join(signs.get(c, c if c.isalnum() or c in " .,-:()*" else "?") for c in text)


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
