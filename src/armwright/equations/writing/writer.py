"""Expressions as lines of text. What differs between plain text and LaTeX is a notation."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

import sympy as sp

HALF = sp.Rational(1, 2)
Key: TypeAlias = tuple[Any, ...]

#: Kinds of symbols by how their names begin; what is not listed stands before the velocities.
_KINDS = ("I", "g", "m", "l", "c", "", "dq", "ddq")


class Notation(Protocol):
    minus: str
    half: str

    def number(self, value: float, digits: int) -> str: ...

    def symbol(self, name: str) -> str: ...

    def power(self, base: str, exponent: int) -> str: ...

    def function(self, name: str, argument: str, power: int) -> str: ...

    def bracket(self, inside: str) -> str: ...


@dataclass(frozen=True)
class Writer:
    """`digits`: to how many places numbers are rounded."""

    notation: Notation
    digits: int

    def write(self, expression: sp.Expr) -> str:
        text = ""
        for number, product in ordered_terms(sp.sympify(expression)):
            sign = (
                (f" {self.notation.minus} " if text else self.notation.minus) if number < 0 else ""
            )
            text += (sign or (" + " if text else "")) + self._term(abs(number), product)
        return text

    def _term(self, number: Any, product: sp.Expr) -> str:
        roots = [f for f in sp.Mul.make_args(product) if f.is_number]
        if roots:
            number, product = number * sp.Mul(*roots), product / sp.Mul(*roots)
        if product == 1:
            return self.notation.number(float(number), self.digits)
        words = [self._factor(factor) for factor in ordered_factors(product)]
        if number == HALF:
            words.insert(0, self.notation.half)
        elif number != 1:
            words.insert(0, self.notation.number(float(number), self.digits))
        return " ".join(words)

    def _factor(self, factor: sp.Expr) -> str:
        base, exponent = factor.as_base_exp()
        if base.is_Function:
            return self.notation.function(
                base.func.__name__, self.write(base.args[0]), int(exponent)
            )
        if base.is_Symbol:
            text = self.notation.symbol(base.name)
        else:
            text = self.notation.bracket(self.write(base))
        return text if exponent == 1 else self.notation.power(text, int(exponent))


def factor_key(factor: sp.Expr) -> Key:
    base = factor.base if factor.is_Pow else factor
    if base.is_Symbol:
        head, number = re.match(r"([a-zA-Z]+)(\d*)", base.name).groups()  # type: ignore[union-attr]
        return (0, _KINDS.index(head if head in _KINDS else ""), int(number or 0), base.name)
    return (1 if base.is_Add else 2, 0, 0, str(base))


def ordered_factors(product: sp.Expr) -> list[sp.Expr]:
    return sorted(sp.Mul.make_args(product), key=factor_key)


def ordered_terms(total: sp.Expr) -> list[tuple[sp.Expr, sp.Expr]]:
    """(number, product without it) of each term."""
    split = [term.as_coeff_Mul() for term in sp.Add.make_args(total)]
    return sorted(split, key=lambda pair: (bool(pair[0] < 0), _term_key(pair[1])))


def _term_key(product: sp.Expr) -> Key:
    """Numbers stand first."""
    return tuple(factor_key(factor) for factor in ordered_factors(product) if factor != 1)
