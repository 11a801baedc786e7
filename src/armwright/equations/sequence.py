"""Lists of assignments: every intermediate quantity has a name, and equal ones have the same.

So S2's program AUTOLEV writes its equations. Nothing is multiplied out, so that arms with many
joints stay within reach; derivatives follow the chain of the assignments.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import sympy as sp

from armwright.equations.algebra import Angle, Coordinates, Counts, counted

ZERO = sp.Integer(0)


class SequenceAlgebra:
    """Elements are SymPy expressions of parameters, motion, and names assigned before."""

    def __init__(self, coordinates: Coordinates, symbols: Iterable[sp.Symbol]) -> None:
        self._q = coordinates.q
        known = (*coordinates.q, *coordinates.dq, *coordinates.ddq, *coordinates.wrench, *symbols)
        #: In small letters: Fortran does not tell them from capitals.
        self._taken = {symbol.name.lower() for symbol in known}
        self._assigned: dict[sp.Symbol, sp.Expr] = {}
        self._names: dict[sp.Expr, sp.Symbol] = {}
        #: Of a sine or cosine: its angle, and its derivative by that.
        self._slopes: dict[sp.Symbol, tuple[Counts, sp.Expr]] = {}
        self._derivatives: dict[tuple[sp.Symbol, sp.Symbol], sp.Expr] = {}

    @property
    def assignments(self) -> tuple[tuple[sp.Symbol, sp.Expr], ...]:
        """Each uses only names that stand before it."""
        return tuple(self._assigned.items())

    def number(self, value: Any) -> sp.Expr:
        return sp.sympify(value)

    def symbol(self, symbol: sp.Symbol) -> sp.Expr:
        return symbol

    def cosine_and_sine(self, angle: Angle) -> tuple[sp.Expr, sp.Expr]:
        counts, sign = counted(angle, len(self._q))
        total = sum((count * q for count, q in zip(counts, self._q, strict=True)), start=ZERO)
        suffix = _suffix(counts)
        cosine = self.keep(sp.cos(total), "c" + suffix)
        sine = self.keep(sp.sin(total), "s" + suffix)
        self._slopes[cosine] = (counts, -sine)
        # SymPy may write sin(q1 − q2 − q3) as −sin(q2 + q3 − q1), which then has the name.
        named, slope = (sine, cosine) if sine.is_Symbol else (-sine, -cosine)
        self._slopes[named] = (counts, slope)
        return cosine, sign * sine

    def derivative(self, scalar: sp.Expr, by: sp.Symbol) -> sp.Expr:
        """Of sums, products and powers of names, which is all that the derivations make."""
        if scalar.is_number:
            return ZERO
        if scalar.is_Symbol:
            return self._derivative_of(scalar, by)
        if scalar.is_Add:
            return sp.Add(*(self.derivative(term, by) for term in scalar.args))
        if scalar.is_Pow:
            inner = self.derivative(scalar.base, by)
            return scalar.exp * scalar.base ** (scalar.exp - 1) * inner if inner else ZERO
        assert scalar.is_Mul, scalar
        slopes = [self.derivative(factor, by) for factor in scalar.args]
        rest = [scalar.args[:k] + scalar.args[k + 1 :] for k in range(len(slopes))]
        return sp.Add(*(sp.Mul(s, *r) for s, r in zip(slopes, rest, strict=True) if s))

    def without(self, scalar: sp.Expr, symbols: Sequence[sp.Symbol]) -> None:
        """A name does not show what is in it."""

    def keep(self, scalar: sp.Expr, name: str) -> sp.Expr:
        if scalar.is_Atom or (-scalar).is_Atom:
            return scalar
        if scalar.could_extract_minus_sign():
            return -self.keep(-scalar, name)
        if scalar not in self._names:
            symbol = self._new(name)
            self._names[scalar] = symbol
            self._assigned[symbol] = scalar
        return self._names[scalar]

    def _new(self, name: str) -> sp.Symbol:
        free, count = name, 1
        while free.lower() in self._taken:
            count += 1
            free = f"{name}_v{count}"
        self._taken.add(free.lower())
        return sp.Symbol(free)

    def _derivative_of(self, symbol: sp.Symbol, by: sp.Symbol) -> sp.Expr:
        if symbol == by:
            return sp.Integer(1)
        if symbol in self._slopes:
            counts, slope = self._slopes[symbol]
            return counts[self._q.index(by)] * slope if by in self._q else ZERO
        if symbol not in self._assigned:
            return ZERO
        key = (symbol, by)
        if key not in self._derivatives:
            found = self.derivative(self._assigned[symbol], by)
            self._derivatives[key] = self.keep(found, f"{symbol}_{by}")
        return self._derivatives[key]


def _suffix(counts: Counts) -> str:
    """c23 for cos(q2 + q3), c2m3 for cos(q2 − q3)."""
    signs = {1: "", -1: "m"}
    return "".join(f"{signs[count]}{k}" for k, count in enumerate(counts, 1) if count)
