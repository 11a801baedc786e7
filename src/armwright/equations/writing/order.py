"""The order in which factors and terms are written: m2 l1 c2x q̇1² sin(q2), and minus signs last."""

from __future__ import annotations

import re
from typing import Any, TypeAlias

import sympy as sp

Key: TypeAlias = tuple[Any, ...]

#: Kinds of symbols by how their names begin; what is not listed stands before the velocities.
_KINDS = ("I", "g", "m", "l", "c", "", "dq", "ddq")


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
