"""What a generated function takes, computes and gives back, whatever its language; and how much it
computes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Literal

import sympy as sp

from armwright.equations.equations_of_motion import Entry, EquationsOfMotion
from armwright.equations.steps import Step, shared, tidy
from armwright.equations.writing.page import METHOD_NAMES, left_out, letters

#: `terms`: mass matrix, bias, gravity, drag, end force, Coriolis matrix, constraints of loops;
#: `torque`: τ for a whole motion.
Give = Literal["terms", "torque"]
GIVES: tuple[Give, ...] = ("terms", "torque")
#: Fortran's names end after 63 characters.
LONGEST_NAME = 40


@dataclass(frozen=True)
class RoutineInput:
    """A vector; `symbols` are its elements, of which the code uses those in `used`."""

    name: str
    symbols: tuple[sp.Symbol, ...]
    used: frozenset[sp.Symbol]

    @property
    def places(self) -> dict[sp.Symbol, int]:
        """Of the elements that are used, from 0."""
        return {symbol: k for k, symbol in enumerate(self.symbols) if symbol in self.used}


@dataclass(frozen=True)
class RoutineOutput:
    """`shape` (n,) or (m, n). `elements` by place, from 0; of a symmetric matrix its upper half."""

    name: str
    shape: tuple[int, ...]
    elements: dict[tuple[int, ...], sp.Expr]
    symmetric: bool = False

    def assignments(
        self, element: Callable[[str, tuple[int, ...]], str], write: Callable[[sp.Expr], str]
    ) -> Iterator[tuple[str, str]]:
        """Left and right sides. `element`: how a language writes an element of an array."""
        for place, value in self.elements.items():
            name = element(self.name, place)
            yield name, write(value)
            if self.symmetric and place[::-1] != place:
                yield element(self.name, place[::-1]), name


@dataclass(frozen=True)
class Routine:
    """`about`: lines of plain characters. All `parameters` are used."""

    name: str
    about: tuple[str, ...]
    inputs: tuple[RoutineInput, ...]
    parameters: tuple[Entry, ...]
    steps: tuple[Step, ...]
    outputs: tuple[RoutineOutput, ...]


def make_routine(equations: EquationsOfMotion, give: Give) -> Routine:
    outputs = _outputs(equations, give)
    results = [value for output in outputs for value in output.elements.values()]
    steps, results = shared(*tidy(equations.steps, results))
    left = iter(results)
    whole = tuple(replace(o, elements={place: next(left) for place in o.elements}) for o in outputs)
    used = frozenset(s for x in (*results, *(v for _, v in steps)) for s in x.free_symbols)
    return Routine(
        name=f"{identifier(equations.robot)}_{give}",
        about=_about(equations),
        inputs=tuple(RoutineInput(n, s, used & set(s)) for n, s in _inputs(equations, give)),
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


def _about(equations: EquationsOfMotion) -> tuple[str, ...]:
    left = "".join(f" + {term.name}" for term in equations.added)
    outside = " + drag" if equations.drag else ""
    outside += " + end_force" if equations.end_forces else ""
    outside += " + constraint_jacobian' lambda, constraint = 0" if equations.constraint else ""
    return (
        f"Equations of motion of {comment(equations.robot)}, after "
        f"{METHOD_NAMES[equations.method]}; SI units.",
        f"mass_matrix ddq + bias + gravity{left} = torque{outside}",
        *(comment(line) for line in left_out(equations)),
        *letters(equations),
    )


def _inputs(equations: EquationsOfMotion, give: Give) -> list[tuple[str, tuple[sp.Symbol, ...]]]:
    c = equations.coordinates
    inputs = [("q", c.q), ("dq", c.dq)]
    if give == "torque":
        inputs.append(("ddq", c.ddq))
    if equations.end_forces:
        inputs.append(("wrench", c.wrench))
    for term in equations.added:
        inputs += term.inputs
    return inputs


def _outputs(equations: EquationsOfMotion, give: Give) -> list[RoutineOutput]:
    n = equations.coordinates.size
    if give == "torque":
        return [_vector("torque", equations.torque)]
    upper: dict[tuple[int, ...], sp.Expr] = {
        (i, j): equations.mass_matrix[i, j] for i in range(n) for j in range(i, n)
    }
    outputs = [
        RoutineOutput("mass_matrix", (n, n), upper, symmetric=True),
        _vector("bias", equations.bias),
        _vector("gravity", equations.gravity),
    ]
    if equations.drag:
        outputs.append(_vector("drag", equations.drag))
    for term in equations.added:
        outputs.append(
            _vector(term.name, sp.ImmutableDenseMatrix(len(term.values), 1, term.values))
        )
    if equations.end_forces:
        outputs.append(_vector("end_force", equations.end_force))
    if equations.coriolis is not None:
        outputs.append(_matrix("coriolis", equations.coriolis))
    if equations.constraint:
        outputs.append(_vector("constraint", equations.constraint))
        outputs.append(_matrix("constraint_jacobian", equations.constraint_jacobian))
    return outputs


def _matrix(name: str, matrix: sp.ImmutableDenseMatrix) -> RoutineOutput:
    rows, columns = matrix.shape
    every = {(i, j): matrix[i, j] for i in range(rows) for j in range(columns)}
    return RoutineOutput(name, (rows, columns), every)  # type: ignore[arg-type]


def _vector(name: str, column: sp.ImmutableDenseMatrix) -> RoutineOutput:
    return RoutineOutput(name, (len(column),), {(k,): value for k, value in enumerate(column)})


@dataclass(frozen=True)
class Operations:
    """Additions and subtractions, multiplications, sines and cosines."""

    additions: int
    multiplications: int
    functions: int

    @property
    def total(self) -> int:
        return self.additions + self.multiplications + self.functions

    def __add__(self, other: Operations) -> Operations:
        return Operations(
            self.additions + other.additions,
            self.multiplications + other.multiplications,
            self.functions + other.functions,
        )


def count_operations(routine: Routine) -> Operations:
    values = [value for _, value in routine.steps]
    values += [value for output in routine.outputs for value in output.elements.values()]
    total = Operations(0, 0, 0)
    for value in values:
        total = total + _of(value)
    return total


def _of(expression: sp.Expr) -> Operations:
    """Changes of sign are free: they make an addition a subtraction."""
    total = Operations(0, 0, 0)
    for argument in expression.args:
        total = total + _of(argument)
    extra = len(expression.args) - 1
    if expression.is_Add:
        return total + Operations(extra, 0, 0)
    if expression.is_Mul:
        return total + Operations(0, extra - (expression.args[0] == -1), 0)
    if expression.is_Pow:
        return total + Operations(0, max(abs(int(expression.exp)) - 1, 1), 0)
    return total + Operations(0, 0, int(expression.is_Function))
