"""Products found in sums of waves, brackets, names: the same values, written shorter."""

from __future__ import annotations

from collections import Counter

import pytest
import sympy as sp

from armwright import load
from armwright.equations import METHODS, Method, derive
from armwright.equations.readable import Term, collapsed, factored
from armwright.equations.steps import bracketed, needed, shared, tidy

a, b, m, x, y = sp.symbols("a b m x y")


def wave(counts: tuple[int, int], is_sine: bool) -> sp.Expr:
    angle = counts[0] * x + counts[1] * y
    return sp.sin(angle) if is_sine else sp.cos(angle)


PAIRS = [
    ({((0, 0), False): 1, ((2, 0), False): 1}, 2 * sp.cos(x) ** 2),
    ({((0, 0), False): 3, ((2, 0), False): -3}, 6 * sp.sin(x) ** 2),
    ({((1, 1), True): 1, ((1, -1), True): 1}, 2 * sp.sin(x) * sp.cos(y)),
    ({((1, 1), True): -1, ((1, -1), True): 1}, -2 * sp.cos(x) * sp.sin(y)),
    ({((1, 1), False): 2, ((1, -1), False): -2}, -4 * sp.sin(x) * sp.sin(y)),
    ({((2, 1), True): 1, ((0, 1), True): 1}, 2 * sp.sin(x + y) * sp.cos(x)),
]


@pytest.mark.parametrize(("amplitudes", "expected"), PAIRS, ids=lambda v: str(v)[:30])
def test_pairs_of_waves_become_products(amplitudes: dict, expected: sp.Expr) -> None:  # type: ignore[type-arg]
    found = collapsed({w: sp.Integer(k) for w, k in amplitudes.items()})
    assert len(found) == 1
    written = sum(k * sp.prod([wave(*w) for w in waves]) for k, waves in found)
    assert sp.expand(written - expected) == 0
    given = sum(k * wave(*w) for w, k in amplitudes.items())
    assert sp.simplify(sp.expand_trig(given - written)) == 0


def test_waves_that_do_not_fit_stay() -> None:
    alone = {((1, 0), False): sp.Integer(1), ((0, 1), False): sp.Integer(1)}
    other_size = {((0, 0), False): sp.Integer(3), ((2, 0), False): sp.Integer(1)}
    mixed = {((1, 1), True): sp.Integer(1), ((1, -1), False): sp.Integer(1)}
    for amplitudes in (alone, other_size, mixed):
        assert len(collapsed(amplitudes)) == 2


def test_masses_go_before_brackets_and_lengths_stay_inside() -> None:
    terms = [
        Term(sp.Integer(1), Counter({m: 1, a: 2})),
        Term(sp.Integer(1), Counter({m: 1, b: 2})),
        Term(sp.Integer(-2), Counter({m: 1, a: 1, b: 1, sp.sin(x): 1})),
        Term(sp.Integer(1), Counter({y: 1})),
    ]
    found = factored(terms, lambda f: {m: 3}.get(f, 0))
    assert found == y + m * (a**2 + b**2 - 2 * a * b * sp.sin(x))


def test_common_numbers_and_signs() -> None:
    terms = [Term(sp.Rational(-9, 5), Counter({a: 1})), Term(sp.Rational(-9, 10), Counter({b: 1}))]
    assert factored(terms, lambda f: 0) == -sp.Rational(9, 10) * (2 * a + b)
    assert factored([], lambda f: 0) == 0


def test_names_for_repeated_brackets() -> None:
    long = a**2 + b * m + x
    steps, results = bracketed(
        [long * sp.sin(2 * x + 2 * y), y - m * -long, sp.cos(2 * x + 2 * y)], [x, y]
    )
    assert steps == ((sp.Symbol("k1"), long),)
    assert results[1] == y + m * sp.Symbol("k1")
    assert results[2] == sp.cos(2 * x + 2 * y)


def test_steps_in_order_and_only_those_needed() -> None:
    u, v, w, spare = sp.symbols("u v_v2 w spare")
    steps = ((u, a + b), (spare, u * 2), (v, u * sp.sin(x)), (w, v + a * b))
    assert needed(steps, [v]) == (steps[0], steps[2])
    kept, results = tidy(steps, [w, u])
    assert [str(name) for name, _ in kept] == ["u", "v"]
    assert results == [sp.Symbol("v") + a * b, u]
    joined, outputs = shared(kept, [*results, (a + b) * a * b])
    known = {a, b, x}
    for name, value in joined:
        assert value.free_symbols <= known
        known.add(name)
    found = list(outputs)
    for name, value in reversed(joined):
        found = [f.subs(name, value) for f in found]
    assert [sp.expand(f) for f in found] == [
        sp.expand(e) for e in ((a + b) * sp.sin(x) + a * b, a + b, (a + b) * a * b)
    ]


#: Additions, multiplications and functions of all of M, c and g, a tenth above what it takes today.
BOUNDS = {
    "cart_pendulum": 13,
    "two_axis": 46,
    "two_link_nonplanar": 28,
    "cart_double_pendulum": 67,
    "scara": 48,
    "puma560_armstrong3": 172,
}


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("name", BOUNDS)
def test_small_arms_have_short_equations(name: str, method: Method) -> None:
    found = derive(load(name), method)
    assert found.form == "closed"
    assert found.operations().total <= BOUNDS[name]


def test_only_angles_that_matter() -> None:
    """The mass matrix does not depend on the first joint; parallel axes act by their sum."""
    q1, q2, q3 = sp.symbols("q1 q2 q3")
    arm = derive(load("two_axis"), "lagrange")
    assert arm.mass_matrix.atoms(sp.sin, sp.cos) == {sp.sin(q2)}
    assert arm.bias.atoms(sp.sin, sp.cos) == {sp.cos(q2)}
    assert arm.gravity.atoms(sp.sin, sp.cos) == {sp.sin(q1), sp.cos(q1 + q2)}
    puma = derive(load("puma560_armstrong3"), "newton-euler")
    assert puma.gravity.atoms(sp.sin, sp.cos) == {sp.sin(q2), sp.cos(q2), sp.sin(q2 + q3)}
    assert puma.mass_matrix[1, 1].atoms(sp.sin, sp.cos) == {sp.sin(q3)}
