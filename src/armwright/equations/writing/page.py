"""What stands on a page of equations, in which order: the same for text and LaTeX."""

from __future__ import annotations

from dataclasses import dataclass
from textwrap import TextWrapper

import sympy as sp

from armwright.equations.equations_of_motion import EquationsOfMotion
from armwright.equations.steps import Step, bracketed, needed, tidy
from armwright.equations.water import drag_letters

#: What the letters of a sequence mean. The number behind a letter is the link's or joint's.
_LETTERS = {
    "newton-euler": (
        "w, e, a: angular velocity, angular acceleration, and acceleration of a link's origin",
        "F, H: force on a link's mass, and its angular momentum",
        "f, n: force and moment that a joint carries, in its link's axes; f3p: in the parent's",
    ),
    "lagrange": (
        "R, p: rotation and origin of a link's frame, in base axes",
        "J3_1, W3_1: velocity of the mass centre and angular velocity of link 3, if joint 1 moves",
        "H3_1, T3_12: angular momentum of link 3 then, and what it adds to M[1,2]",
    ),
    "kane": (
        "w, v, e, a: angular velocity, velocity of a link's origin, and their rates, in link axes",
        "V3_1: partial velocity of the mass centre of link 3, for the speed of joint 1",
        "F, T, g: inertia force and moment, and gravity, in link axes",
    ),
}
_LETTERS_OF_BASE = (
    "names that end in _b: w, e, a, F, H, f, n as Newton-Euler has them, for a base that moves",
)
_LETTERS_OF_ALL = (
    "c, s: cosine and sine, as c23 = cos(q2 + q3); a_dq1: the derivative of a by dq1",
)
_SENTENCE = TextWrapper(96, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)
METHOD_NAMES = {"newton-euler": "Newton-Euler", "lagrange": "Lagrange", "kane": "Kane"}


@dataclass(frozen=True)
class EquationLine:
    """One element: `kind` M, c, g, d, f, b, e, C, Φ or Ψ, and its place, as (1, 2)."""

    kind: str
    place: tuple[int, ...]
    value: sp.Expr

    @property
    def places(self) -> tuple[tuple[int, ...], ...]:
        """M is symmetric: off its diagonal one line stands for two elements."""
        alone = self.kind != "M" or len(set(self.place)) < 2
        return (self.place,) if alone else (self.place, self.place[::-1])


@dataclass(frozen=True)
class EquationPage:
    """`lines` are those that are not zero; M is symmetric, of it the upper half is there."""

    steps: tuple[Step, ...]
    lines: tuple[EquationLine, ...]
    zeros: tuple[EquationLine, ...]


def letters(equations: EquationsOfMotion) -> tuple[str, ...]:
    """What the names mean that a sequence assigns."""
    closed = equations.form == "closed"
    wet = drag_letters(equations.steps) if equations.drag else ()
    moved = any(term.kind == "b" for term in equations.added)
    more = (*(_LETTERS_OF_BASE if moved else ()), *wet)
    return wet if closed else (*_LETTERS[equations.method], *more, *_LETTERS_OF_ALL)


def left_out(equations: EquationsOfMotion) -> tuple[str, ...]:
    """What a reader should not look for in them."""
    lines: list[str] = []
    for part in equations.left_out:
        lines += _SENTENCE.wrap(f"not in these equations: {part}")
    return tuple(lines)


def make_page(equations: EquationsOfMotion) -> EquationPage:
    lines = _lines(equations)
    values = [line.value for line in lines]
    if equations.form == "closed":
        named, values = bracketed(values, equations.coordinates.q)
        steps = (*needed(equations.steps, [*values, *(x for _, x in named)]), *named)
    else:
        steps, values = tidy(equations.steps, values)
    found = [EquationLine(x.kind, x.place, value) for x, value in zip(lines, values, strict=True)]
    return EquationPage(
        steps,
        tuple(line for line in found if line.value != 0),
        tuple(line for line in found if line.value == 0),
    )


def _lines(equations: EquationsOfMotion) -> list[EquationLine]:
    n = equations.coordinates.size
    lines = [
        EquationLine("M", (i + 1, j + 1), equations.mass_matrix[i, j])
        for i in range(n)
        for j in range(i, n)
    ]
    for kind, vector in (
        ("c", equations.bias),
        ("g", equations.gravity),
        ("d", equations.drag),
        ("e", equations.end_force if equations.end_forces else ()),
    ):
        lines += [EquationLine(kind, (k,), value) for k, value in enumerate(vector, 1)]
    for term in equations.added:
        lines += [EquationLine(term.kind, (k,), value) for k, value in enumerate(term.values, 1)]
    if (C := equations.coriolis) is not None:
        every = [(i, j) for i in range(n) for j in range(n)]
        lines += [EquationLine("C", (i + 1, j + 1), C[i, j]) for i, j in every]
    lines += [EquationLine("Φ", (k,), value) for k, value in enumerate(equations.constraint, 1)]
    Psi = equations.constraint_jacobian
    every = [(i, j) for i in range(Psi.rows) for j in range(n)]
    return [*lines, *(EquationLine("Ψ", (i + 1, j + 1), Psi[i, j]) for i, j in every)]


def left_side(equations: EquationsOfMotion) -> tuple[str, ...]:
    """What stands there beside M q̈: the links' terms, friction, and what a moved base takes."""
    return ("c(q, q̇)", "g(q)", *(term.call for term in equations.added))


def right_side(equations: EquationsOfMotion) -> tuple[str, ...]:
    """What stands there: the torques, drag, a wrench on the tool, and what loops exert."""
    drag = ("d(q, q̇)",) if equations.drag else ()
    outside = ("e(q, w)",) if equations.end_forces else ()
    closing = ("Ψ(q)ᵀ λ",) if equations.constraint else ()
    return ("τ", *drag, *outside, *closing)
