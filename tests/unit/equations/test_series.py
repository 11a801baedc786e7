"""Fourier series in joint angles: an algebra in which what is equal looks equal."""

from __future__ import annotations

import pytest
import sympy as sp

from armwright import InputError, load
from armwright.equations import derive, deriving
from armwright.equations.algebra import Coordinates
from armwright.equations.readable import expression
from armwright.equations.series import Series, SeriesAlgebra, TooLong

SCARA = Coordinates.of(load("scara"))
A, B = sp.symbols("A B")
POINT = {
    **dict(zip(SCARA.q, (0.3, -1.1, 0.7), strict=True)),
    **dict(zip(SCARA.dq, (0.5, 0.2, -0.4), strict=True)),
    A: 1.7,
    B: -0.6,
}


@pytest.fixture
def algebra() -> SeriesAlgebra:
    return SeriesAlgebra(SCARA, (A, B), (), 10**6)


def some(algebra: SeriesAlgebra) -> list[Series]:
    """A few elements of all kinds: slide, sums of angles, velocities."""
    c1, s1 = algebra.cosine_and_sine({0: 1})
    c12, s12 = algebra.cosine_and_sine({0: 1, 1: -1})
    a, b = algebra.symbol(A), algebra.symbol(B)
    slide, v = algebra.symbol(SCARA.q[2]), algebra.symbol(SCARA.dq[0])
    return [a * c1 + b * s12, s1 * c12 - b, v * slide * s1 + a * a, c12 * c12 * b + v * v * c1]


def value(series: Series) -> float:
    return float(expression(series, SCARA, {}).subs(POINT))


def test_sums_and_products_are_those_of_the_values(algebra: SeriesAlgebra) -> None:
    for x in some(algebra):
        for y in some(algebra):
            assert value(x * y) == pytest.approx(value(x) * value(y), abs=1e-12)
            assert value(x + y) == pytest.approx(value(x) + value(y), abs=1e-12)
            assert value(x - y) == pytest.approx(value(x) - value(y), abs=1e-12)
            assert x * y == y * x
            assert not (x * y - y * x).terms


def test_derivatives(algebra: SeriesAlgebra) -> None:
    for x in some(algebra):
        written = expression(x, SCARA, {})
        for symbol in (*SCARA.q, SCARA.dq[0], A, B):
            slope = float(written.diff(symbol).subs(POINT))
            assert value(algebra.derivative(x, symbol)) == pytest.approx(slope, abs=1e-12)


def test_what_is_zero_has_no_terms(algebra: SeriesAlgebra) -> None:
    c1, s1 = algebra.cosine_and_sine({0: 1})
    c2, s2 = algebra.cosine_and_sine({1: 1})
    c12, s12 = algebra.cosine_and_sine({0: 1, 1: 1})
    one = algebra.number(1)
    assert len(c1 * c1 + s1 * s1 - one) == 0
    assert len(c1 * c2 - s1 * s2 - c12) == 0
    assert len(s1 * c2 + c1 * s2 - s12) == 0
    assert len(c12 * c1 + s12 * s1) == 1  # cos q2


def test_negative_angles(algebra: SeriesAlgebra) -> None:
    c, s = algebra.cosine_and_sine({1: 1})
    assert algebra.cosine_and_sine({1: -1}) == (c, -s)
    assert algebra.cosine_and_sine({}) == (algebra.number(1), algebra.number(0))


def test_too_many_products_are_refused() -> None:
    algebra = SeriesAlgebra(SCARA, (A, B), (), 20)
    x, y, *_ = some(algebra)
    with pytest.raises(TooLong):
        for _ in range(20):
            x = x * y


def test_a_closed_form_that_never_ends_is_refused_with_words(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(deriving, "LIMIT", 50)
    with pytest.raises(InputError, match=r"the closed form gets too long\. Take the form 'seq"):
        derive(load("puma560_armstrong3"), "kane", form="closed")


def test_auto_gives_up_where_nobody_would_read_on(monkeypatch: pytest.MonkeyPatch) -> None:
    robot = load("puma560_armstrong3")
    assert derive(robot, "kane").form == "closed"
    monkeypatch.setattr(deriving, "READABLE", 50)
    assert derive(robot, "kane").form == "sequence"
