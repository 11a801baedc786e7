"""Derived equations beside those that the sources print, as symbols."""

from __future__ import annotations

import pytest
import sympy as sp

import armwright as aw
from armwright.equations import METHODS, Equations, Method, derive

q1, q2, q3, v1, v2, v3 = sp.symbols("q1 q2 q3 dq1 dq2 dq3")
l1, l2, m1, m2, m3, g = sp.symbols("l1 l2 m1 m2 m3 g")
sin, cos = sp.sin, sp.cos


@pytest.fixture(params=METHODS)
def method(request: pytest.FixtureRequest) -> Method:
    return request.param  # type: ignore[no-any-return]


def equal(found: sp.Matrix, expected: list[object]) -> bool:
    difference = found - sp.Matrix(expected).reshape(*found.shape)
    return all(sp.simplify(sp.expand_trig(sp.expand(x))) == 0 for x in difference)


def same(found: Equations, M: list[object], c: list[object], gravity: list[object]) -> bool:
    return equal(found.mass_matrix, M) and equal(found.bias, c) and equal(found.gravity, gravity)


def test_two_axis(method: Method) -> None:
    """S0 A.2-A.4; j and ξ are the inertias about and the distances of the centres of mass."""
    j1, j2, x1, x2 = sp.symbols("I1yy I2yy c1z c2x")
    m12 = j2 + m2 * (x2**2 - l1 * x2 * sin(q2))
    m11 = j1 + m1 * x1**2 + j2 + m2 * (l1**2 + x2**2 - 2 * l1 * x2 * sin(q2))
    M = [m11, m12, m12, j2 + m2 * x2**2]
    k = m2 * l1 * x2 * cos(q2)
    c = [-k * (2 * v1 * v2 + v2**2), k * v1**2]
    weight = [
        -g * (m1 * x1 * sin(q1) + m2 * (l1 * sin(q1) + x2 * cos(q1 + q2))),
        -m2 * x2 * g * cos(q1 + q2),
    ]
    assert same(derive(aw.load("two_axis"), method), M, c, weight)


def test_cart_pendulum(method: Method) -> None:
    """S2 2.46, 2.47, where the rod's inertia is m l²/12 and its centre at l/2."""
    l = sp.Symbol("l")
    found = derive(aw.load("cart_pendulum"), method)
    uniform = {sp.Symbol("c2y"): l / 2, sp.Symbol("I2zz"): m2 * l**2 / 12}
    first = m2 * l / 2
    M = [m1 + m2, first * cos(q2), first * cos(q2), m2 * l**2 / 3]
    assert equal(found.mass_matrix.subs(uniform), M)
    assert equal(found.bias.subs(uniform), [-first * sin(q2) * v2**2, 0])
    assert equal(found.gravity.subs(uniform), [0, -first * g * sin(q2)])


def test_cart_double_pendulum(method: Method) -> None:
    """S2 A.5 is the program AUTOLEV made; its θ₁ counts from x about z, our q2 from y about −z."""
    L1, L2, ib, ic = sp.symbols("L1 L2 IB IC")
    found = derive(aw.load("cart_double_pendulum"), method)
    rods = {
        l2: L1,
        **dict(zip(sp.symbols("c2y c3y I2zz I3zz"), (L1 / 2, L2 / 2, ib, ic), strict=True)),
    }
    theirs = {q2: sp.pi / 2 - q2, q3: -q3, v2: -v2, v3: -v3}
    turn = sp.diag(1, -1, -1)
    s1, c1, s2, c2 = sin(q2), cos(q2), sin(q3), cos(q3)
    both = (v2 + v3) ** 2
    m12 = (-(-c1 * s2 - s1 * c2) * L2 / 2 + L1 * s1) * m3 + L1 * m2 * s1 / 2
    m13 = -(-c1 * s2 - s1 * c2) * L2 * m3 / 2
    m22 = (-c2 * L1 * L2 - L1**2 - L2**2 / 4) * m3 - ib - ic - L1**2 * m2 / 4
    m23 = (-c2 * L1 * L2 / 2 - L2**2 / 4) * m3 - ic
    m33 = -ic - L2**2 * m3 / 4
    coef = [-m1 - m2 - m3, m12, m13, m12, m22, m23, m13, m23, m33]
    upright = c1 * c2 - s1 * s2
    rhs = [
        (-upright * both * L2 / 2 - c1 * L1 * v2**2) * m3 - c1 * L1 * m2 * v2**2 / 2,
        (-both * L1 * L2 * s2 / 2 + L1 * L2 * s2 * v2**2 / 2) * m3
        + upright * g * L2 * m3 / 2
        + c1 * g * L1 * m2 / 2
        + c1 * g * L1 * m3,
        L1 * L2 * m3 * s2 * v2**2 / 2 + upright * g * L2 * m3 / 2,
    ]
    ours = {
        name: getattr(found, name).subs(rods).subs(theirs, simultaneous=True)
        for name in ("mass_matrix", "bias", "gravity")
    }
    assert equal(turn * ours["mass_matrix"] * turn, [-x for x in coef])
    assert equal(turn * (ours["bias"] + ours["gravity"]), rhs)


def test_scara(method: Method) -> None:
    """S2 C.2: COEF is −M; F0R and TF are joint forces."""
    cx1, cx2, i1, i2, i3 = sp.symbols("c1x c2x I1zz I2zz I3zz")
    c1, s1 = cos(q2), sin(q2)
    m11 = (
        (2 * c1 * cx2 * l1 + cx2**2 + l1**2) * m2
        + (2 * c1 * l1 * l2 + l1**2 + l2**2) * m3
        + cx1**2 * m1
        + (i1 + i2 + i3)
    )
    m12 = (c1 * cx2 * l1 + cx2**2) * m2 + (c1 * l1 * l2 + l2**2) * m3 + i2 + i3
    m22 = cx2**2 * m2 + i2 + i3 + l2**2 * m3
    rhs1 = sum(
        (
            (((-(v1 + v2) * x - x * v2) * v1 - x * v2**2) * l1 * s1 + x * l1 * s1 * v1**2) * m
            for x, m in ((cx2, m2), (l2, m3))
        )
    )
    rhs2 = cx2 * l1 * m2 * s1 * v1**2 + l1 * l2 * m3 * s1 * v1**2
    M = [m11, m12, 0, m12, m22, 0, 0, 0, m3]
    assert same(derive(aw.load("scara"), method), M, [rhs1, rhs2, 0], [0, 0, g * m3])


def test_two_link_nonplanar(method: Method) -> None:
    """S1 2.38: a cylinder and a box, whose inertias are 2.33."""
    Lx, Ly, Lz, r, mA, mB = sp.symbols("Lx Ly Lz r mA mB")
    found = derive(aw.load("two_link_nonplanar"), method)
    names = sp.symbols("m2 c2y I1zz I2xx I2yy I2zz")
    box = [mA * (a**2 + b**2) / 12 for a, b in ((Ly, Lz), (Lx, Lz), (Lx, Ly))]
    solids = dict(zip(names, (mA, Ly / 2, mB * r**2 / 2, *box), strict=True))
    b11 = mA * Lx**2 - 4 * mA * Ly**2 * sin(q2) ** 2 + 4 * mA * Ly**2
    b11 += mA * Lz**2 * sin(q2) ** 2 + 6 * mB * r**2
    assert equal(found.mass_matrix.subs(solids), [b11 / 12, 0, 0, mA * (4 * Ly**2 + Lz**2) / 12])
    n1 = -v1 * v2 * mA * sin(2 * q2) * (4 * Ly**2 - Lz**2) / 12
    n2 = mA * sin(2 * q2) * (4 * Ly**2 - Lz**2) * v1**2 / 24
    assert equal(found.bias.subs(solids), [n1, n2])
    assert equal(found.gravity.subs(solids), [0, mA * g * cos(q2) * Ly / 2])


def test_puma_three_links(method: Method) -> None:
    """S2 C.1, its numbers: COEF(1,2), (1,3) and the weights; motors are not in ours."""
    found = derive(aw.load("puma560_armstrong3"), method, ())
    f, s1, c1, s2, c2 = sp.Float, sin(q2), cos(q2), sin(q2 + q3), cos(q2 + q3)
    m12 = f("3.9585") * (f("-0.068") * s1 + f("-0.006") * c1)
    m12 += f("1.429176") * (f("0.244") * c2 - f("0.4318") * s1)
    w2 = f("170.63571") * (f("0.006") * s1 - f("0.068") * c1)
    w2 += f("85.2001752") * (-f("0.4318") * c1 - f("0.244") * s2)
    for got, printed in (
        (found.mass_matrix[0, 1], -m12),
        (found.mass_matrix[0, 2], -f("1.429176") * f("0.244") * c2),
        (found.gravity[1], w2),
        (found.gravity[2], f("85.2001752") * -f("0.244") * s2),
    ):
        left = sp.expand(got - printed).as_coefficients_dict().values()
        assert max(abs(float(x)) for x in left) < 1e-6
