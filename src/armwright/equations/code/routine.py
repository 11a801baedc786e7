"""What a generated function takes, computes and gives back, whatever its language."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import sympy as sp

from armwright.equations.legend import Entry
from armwright.equations.steps import Steps, shared, tidy
from armwright.equations.writing.page import METHOD_NAMES, left_out, letters

if TYPE_CHECKING:
    from armwright.equations.result import Equations

#: `terms`: mass matrix, bias, gravity and the end force; `torque`: τ for a whole motion.
Give = Literal["terms", "torque"]
GIVES: tuple[Give, ...] = ("terms", "torque")
#: Fortran's names end after 63 characters.
LONGEST_NAME = 40


@dataclass(frozen=True)
class Input:
    """A vector; `symbols` are its elements, of which the code uses those in `used`."""

    name: str
    symbols: tuple[sp.Symbol, ...]
    used: frozenset[sp.Symbol]


@dataclass(frozen=True)
class Output:
    """`shape` (n,) or (n, n). `elements` by place, from 0; of a matrix, which is symmetric, the
    upper half."""

    name: str
    shape: tuple[int, ...]
    elements: dict[tuple[int, ...], sp.Expr]

    def assignments(
        self, element: Callable[[str, tuple[int, ...]], str], write: Callable[[sp.Expr], str]
    ) -> Iterator[tuple[str, str]]:
        """Left and right sides. `element`: how a language writes an element of an array."""
        for place, value in self.elements.items():
            name, other = element(self.name, place), element(self.name, place[::-1])
            yield name, write(value)
            if other != name:
                yield other, name


@dataclass(frozen=True)
class Routine:
    """`about`: lines of plain characters. All `parameters` are used."""

    name: str
    about: tuple[str, ...]
    inputs: tuple[Input, ...]
    parameters: tuple[Entry, ...]
    steps: Steps
    outputs: tuple[Output, ...]


def make_routine(equations: Equations, give: Give) -> Routine:
    outputs = _outputs(equations, give)
    results = [value for output in outputs for value in output.elements.values()]
    steps, results = shared(*tidy(equations.steps, results))
    left = iter(results)
    whole = tuple(
        Output(o.name, o.shape, {place: next(left) for place in o.elements}) for o in outputs
    )
    used = frozenset(s for x in (*results, *(v for _, v in steps)) for s in x.free_symbols)
    return Routine(
        name=f"{identifier(equations.robot)}_{give}",
        about=_about(equations),
        inputs=tuple(Input(n, s, used & set(s)) for n, s in _inputs(equations, give)),
        parameters=tuple(e for e in equations.legend if e.value is not None and e.symbol in used),
        steps=steps,
        outputs=whole,
    )


def identifier(name: str) -> str:
    """A name that every language takes."""
    plain = re.sub(r"[^a-zA-Z0-9]+", "_", name).strip("_")[:LONGEST_NAME] or "robot"
    return plain if plain[0].isalpha() else f"robot_{plain}"


def comment(text: str) -> str:
    """What a robot's file calls something, safe behind a comment's sign."""
    text = text.replace("−", "-").replace("²", "^2")
    return "".join(c if c.isascii() and (c.isalnum() or c in " .,:_-()*^") else "?" for c in text)


def _about(equations: Equations) -> tuple[str, ...]:
    outside = " + end_force" if equations.end_forces else ""
    return (
        f"Equations of motion of {comment(equations.robot)}, after "
        f"{METHOD_NAMES[equations.method]}; SI units.",
        f"mass_matrix ddq + bias + gravity = torque{outside}",
        *(comment(line) for line in left_out(equations)),
        *letters(equations),
    )


def _inputs(equations: Equations, give: Give) -> list[tuple[str, tuple[sp.Symbol, ...]]]:
    c = equations.coordinates
    inputs = [("q", c.q), ("dq", c.dq)]
    if give == "torque":
        inputs.append(("ddq", c.ddq))
    if equations.end_forces:
        inputs.append(("wrench", c.wrench))
    return inputs


def _outputs(equations: Equations, give: Give) -> list[Output]:
    n = equations.coordinates.size
    if give == "torque":
        return [_vector("torque", equations.torque)]
    upper: dict[tuple[int, ...], sp.Expr] = {
        (i, j): equations.mass_matrix[i, j] for i in range(n) for j in range(i, n)
    }
    outputs = [
        Output("mass_matrix", (n, n), upper),
        _vector("bias", equations.bias),
        _vector("gravity", equations.gravity),
    ]
    if equations.end_forces:
        outputs.append(_vector("end_force", equations.end_force))
    return outputs


def _vector(name: str, column: sp.ImmutableDenseMatrix) -> Output:
    return Output(name, (len(column),), {(k,): value for k, value in enumerate(column)})
