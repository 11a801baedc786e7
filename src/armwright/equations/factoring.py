"""Sums of products, written with as few operations as a reader would.

What all terms share goes in front of a bracket; so does what several share, if it is a mass, a
velocity, a force, gravity or a function of an angle. Lengths are left inside, as in m (a² + b²).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import sympy as sp

#: Numbers that are so many times another are written as its multiples.
MULTIPLES = 4


@dataclass(frozen=True)
class Term:
    """A number times symbols and functions, each as often as it says."""

    coefficient: Any
    factors: Counter[sp.Expr]


def factored(terms: Sequence[Term], rank: Callable[[sp.Expr], int]) -> sp.Expr:
    """`rank`: which factors to put in front of brackets first; those with 0 never."""
    if not terms:
        return sp.Integer(0)
    common = terms[0].factors
    for term in terms[1:]:
        common = common & term.factors
    unit = _common_number([term.coefficient for term in terms])
    front = unit * sp.Mul(*common.elements())
    rest = [Term(term.coefficient / unit, term.factors - common) for term in terms]
    best = _most_shared(rest, rank)
    if best is None:
        return front * sp.Add(*(_single(term) for term in rest))
    inside = [term for term in rest if term.factors[best]]
    outside = [term for term in rest if not term.factors[best]]
    return front * (factored(inside, rank) + factored(outside, rank))


def _single(term: Term) -> sp.Expr:
    return term.coefficient * sp.Mul(*term.factors.elements())


def _most_shared(terms: Sequence[Term], rank: Callable[[sp.Expr], int]) -> sp.Expr | None:
    """Of equally shared ones that of the higher rank. A function stays inside where it occurs
    with different powers, as in a sin² x + b sin x."""
    powers: dict[sp.Expr, list[int]] = {}
    for term in terms:
        for factor, power in term.factors.items():
            powers.setdefault(factor, []).append(power)
    shared = [
        (len(found), rank(factor), str(factor), factor)
        for factor, found in powers.items()
        if len(found) > 1 and rank(factor) and (factor.is_Symbol or len(set(found)) == 1)
    ]
    return max(shared, key=lambda item: item[:3])[3] if shared else None


def _common_number(numbers: Sequence[Any]) -> Any:
    """The smallest, if all others are small multiples of it; with the sign of the first."""
    smallest = min(numbers, key=abs)
    ratios = [number / smallest for number in numbers]
    whole = all(r.is_Integer and abs(r) <= MULTIPLES for r in ratios)
    unit = abs(smallest) if whole else sp.Integer(1)
    return -unit if all(number < 0 for number in numbers) else unit
