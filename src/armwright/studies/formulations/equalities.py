"""Equations that S2 prints, and those that are derived here, as symbols."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sympy as sp

from armwright.equations import METHODS, Equations, derive
from armwright.robot import load
from armwright.studies.claim import Claim, Statement, between

_ALL = {
    "methods": between(
        "methods that give the printed expressions",
        len(METHODS),
        len(METHODS),
        "",
        "all: the same arm has one set of equations",
    )
}
CART = Statement(
    "cart",
    "S2 (2.46), (2.47)",
    "equations of the cart with the inverted pendulum, after Kane",
    "number",
    _ALL,
)
SCARA = Statement(
    "scara",
    "S2, appendix C.2",
    "equations of a SCARA arm, as AUTOLEV generated them",
    "number",
    _ALL,
)


def equalities() -> list[Claim]:
    return [_cart(), _scara()]


def _cart() -> Claim:
    """(2.46) and (2.47), with its M, m, l, θ."""
    q2, dq2, m1, m2, g, l = sp.symbols("q2 dq2 m1 m2 g l")
    uniform = {sp.Symbol("c2y"): l / 2, sp.Symbol("I2zz"): m2 * l**2 / 12}
    first = m2 * l / 2
    torque = _torque([[m1 + m2, first * sp.cos(q2)], [first * sp.cos(q2), m2 * l**2 / 3]])
    torque += sp.Matrix([-first * sp.sin(q2) * dq2**2, -first * g * sp.sin(q2)])
    return _claim(CART, "cart_pendulum", uniform, torque)


def _scara() -> Claim:
    """Appendix C.2, with MA, CX1, IAZZ … by our names."""
    q2, v1, v2, m1, m2, m3, g = sp.symbols("q2 dq1 dq2 m1 m2 m3 g")
    c1x, c2x, l1, l2, i1, i2, i3 = sp.symbols("c1x c2x l1 l2 I1zz I2zz I3zz")
    cosine, sine = sp.cos(q2), sp.sin(q2)
    m12 = (cosine * c2x * l1 + c2x**2) * m2 + (cosine * l1 * l2 + l2**2) * m3 + i2 + i3
    m11 = (2 * cosine * c2x * l1 + c2x**2 + l1**2) * m2 + c1x**2 * m1 + i1 + i2 + i3
    m11 += (2 * cosine * l1 * l2 + l1**2 + l2**2) * m3
    m22 = c2x**2 * m2 + i2 + i3 + l2**2 * m3
    bias = sum(
        ((-(v1 + v2) * x - x * v2) * v1 - x * v2**2 + x * v1**2) * l1 * sine * m
        for x, m in ((c2x, m2), (l2, m3))
    )
    torque = _torque([[m11, m12, 0], [m12, m22, 0], [0, 0, m3]])
    torque += sp.Matrix([bias, (c2x * m2 + l2 * m3) * l1 * sine * v1**2, g * m3])
    return _claim(SCARA, "scara", {}, torque)


def _torque(M: list[list[Any]]) -> Any:
    return sp.Matrix(M) * sp.Matrix([sp.Symbol(f"ddq{k + 1}") for k in range(len(M))])


def _claim(statement: Statement, robot: str, special: Mapping[Any, Any], printed: Any) -> Claim:
    equal = [m for m in METHODS if _is_same(derive(load(robot), m), special, printed)]
    return statement.judged(
        f"the same expressions by {len(equal)} of {len(METHODS)} methods", methods=len(equal)
    )


def _is_same(equations: Equations, special: Mapping[Any, Any], printed: Any) -> bool:
    difference = equations.torque.subs(special) - printed
    return all(sp.expand(sp.expand(x), trig=True) == 0 for x in difference)
