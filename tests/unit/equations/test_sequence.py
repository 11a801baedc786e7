"""Assignments: derivatives along their chain, and names."""

from __future__ import annotations

import itertools

import pytest
import sympy as sp

from armwright import load
from armwright.equations.algebra import Coordinates
from armwright.equations.sequence import SequenceAlgebra

PUMA = Coordinates.of(load("puma560_armstrong3"))
A = sp.Symbol("A")
POINT = {**dict(zip(PUMA.q, (0.3, -1.1, 0.7), strict=True)), A: 1.7}


def written_out(algebra: SequenceAlgebra, scalar: sp.Expr) -> sp.Expr:
    for name, value in reversed(algebra.assignments):
        scalar = scalar.subs(name, value)
    return scalar


@pytest.mark.parametrize("counts", list(itertools.product((-1, 0, 1), repeat=3)), ids=str)
def test_sines_of_any_sum_and_their_derivatives(counts: tuple[int, ...]) -> None:
    algebra = SequenceAlgebra(PUMA, (A,))
    angle = sum(count * q for count, q in zip(counts, PUMA.q, strict=True))
    cosine, sine = algebra.cosine_and_sine(dict(enumerate(counts)))
    mixed = algebra.keep(algebra.keep(cosine * A + sine, "x") ** 2 * sine, "y")
    plain = (sp.cos(angle) * A + sp.sin(angle)) ** 2 * sp.sin(angle)
    assert written_out(algebra, cosine).subs(POINT) == sp.cos(angle).subs(POINT)
    assert written_out(algebra, sine).subs(POINT) == sp.sin(angle).subs(POINT)
    for symbol in (*PUMA.q, A):
        found = written_out(algebra, algebra.derivative(mixed, symbol)).subs(POINT)
        assert float(found) == pytest.approx(float(sp.diff(plain, symbol).subs(POINT)), abs=1e-12)


def test_equal_things_have_one_name_and_opposites_its_negative() -> None:
    algebra = SequenceAlgebra(PUMA, (A,))
    one = algebra.keep(A * PUMA.dq[0], "x")
    assert algebra.keep(A * PUMA.dq[0], "y") == one
    assert algebra.keep(-A * PUMA.dq[0], "y") == -one
    assert algebra.keep(A, "y") == A and algebra.keep(-A, "y") == -A
    assert len(algebra.assignments) == 1


def test_names_are_never_used_twice_not_even_in_other_letters() -> None:
    algebra = SequenceAlgebra(PUMA, (A, sp.Symbol("m11")))
    first = algebra.keep(A + 1, "M11")
    second = algebra.keep(A + 2, "m11")
    third = algebra.keep(A + 3, "a")
    assert [str(x) for x in (first, second, third)] == ["M11_v2", "m11_v3", "a_v2"]
