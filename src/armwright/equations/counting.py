"""How much a generated function computes."""

from __future__ import annotations

from dataclasses import dataclass

import sympy as sp

from armwright.equations.code.routine import Routine


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
        return total + Operations(0, int(expression.exp) - 1, 0)
    return total + Operations(0, 0, int(expression.is_Function))
