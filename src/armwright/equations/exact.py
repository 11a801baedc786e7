"""A robot's numbers, exact: decimals as they are written, right angles without rounding.

With exact numbers a term that should vanish does, and no 6e-17 is left in an equation.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any, TypeAlias

import numpy as np
import sympy as sp
from numpy.typing import ArrayLike, NDArray

#: 3 × 3 or 3, of SymPy numbers.
ExactNumbers: TypeAlias = NDArray[Any]

#: Turns closer than this (rad) to one whose cosines are known are taken for it.
NEAR = 1e-9
#: What rounding leaves of a zero or a one in a rotation by any other angle.
ROUNDING = 1e-12


def number(value: float) -> Any:
    """The shortest decimal that is this float, as a fraction."""
    return sp.Rational(repr(float(value)))


def rotation(matrix: ArrayLike) -> ExactNumbers:
    """Multiples of π/6 and π/4 about the axes become exact; others stay the decimals they are."""
    given = np.asarray(matrix, dtype=np.float64)
    snapped = _array([_cosine(x) for x in given.ravel()], (3, 3))
    if all(x is not None for x in snapped.ravel()) and _is_one(snapped @ snapped.T):
        return snapped
    return _array([_plain(x) for x in given.ravel()], (3, 3))


def direction(vector: ArrayLike) -> ExactNumbers:
    """A unit vector, exact as `rotation` is."""
    given = np.asarray(vector, dtype=np.float64)
    snapped = _array([_cosine(x) for x in given], (3,))
    if all(x is not None for x in snapped) and sum(x**2 for x in snapped) == 1:
        return snapped
    return _array([_plain(x) for x in given], (3,))


def is_rounded(numbers: ExactNumbers) -> bool:
    """Whether the numbers are those of a turn that has no exact ones here."""
    rows = np.atleast_2d(numbers)
    return any(sum(x**2 for x in row) != 1 for row in rows)


@cache
def _known_cosines() -> tuple[tuple[float, Any], ...]:
    half, root2, root3 = sp.Rational(1, 2), sp.sqrt(2) / 2, sp.sqrt(3) / 2
    exact = [sp.Integer(0), *(s * x for x in (half, root2, root3, sp.Integer(1)) for s in (1, -1))]
    return tuple((float(x), x) for x in exact)


def _cosine(value: float) -> Any:
    return next((exact for x, exact in _known_cosines() if abs(value - x) < NEAR), None)


def _plain(value: float) -> Any:
    nearest = round(value)
    return sp.Integer(nearest) if abs(value - nearest) < ROUNDING else number(value)


def _is_one(matrix: ExactNumbers) -> bool:
    return all(sp.expand(x) == int(i == j) for (i, j), x in np.ndenumerate(matrix))


def _array(values: Iterable[Any], shape: tuple[int, ...]) -> ExactNumbers:
    made = np.empty(shape, dtype=object)
    made[...] = np.array(list(values), dtype=object).reshape(shape)
    return made
