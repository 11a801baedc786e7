"""What S2 publishes about formulations, and about programs that make equations."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import sympy as sp

from armwright.sources import SOURCES

SOURCE = SOURCES["S2"].part("chapters 2 and 3")

#: Table 3.1, and section 3.7 for the last: seconds of computing time for the cart with the double
#: pendulum under its own weight.
TABLE_3_1 = (
    ("AUTOLEV: generated Fortran, as it comes", 84.9),
    ("DADS in three dimensions: numeric", 319.26),
    ("DADS in two dimensions: numeric", 65.28),
    ("SD/FAST: generated equations, called from MATLAB", 21.83),
    ("AUTOLEV's equations, compiled, called from SIMULINK", 8.99),
)
#: Section 3.3: five seconds are simulated there.
SIMULATED = 5.0
#: Those of S2, with what the tables call them.
OF_THE_SOURCE = {
    "cart_pendulum": "cart with a pendulum",
    "cart_double_pendulum": "cart with a double pendulum",
    "scara": "SCARA",
    "puma560_armstrong3": "PUMA 560, three links",
}


@dataclass(frozen=True)
class Listing:
    """A program that AUTOLEV made. `operations`: additions, multiplications, sines and cosines for
    COEF and RHS, counted as printed, without joint forces."""

    robot: str
    appendix: str
    symbolic: bool
    operations: int


LISTINGS = (
    Listing("cart_double_pendulum", "A.5", True, 115),
    Listing("scara", "C.2", True, 90),
    Listing("puma560_armstrong3", "C.1", False, 488),
)


def cart_torque() -> Any:
    """(2.46) and (2.47), the cart with the inverted pendulum, with M, m, l, θ by our names."""
    q2, dq2, m1, m2, g, l = sp.symbols("q2 dq2 m1 m2 g l")
    first = m2 * l / 2
    torque = _of_accelerations([[m1 + m2, first * sp.cos(q2)], [first * sp.cos(q2), m2 * l**2 / 3]])
    return torque + sp.Matrix([-first * sp.sin(q2) * dq2**2, -first * g * sp.sin(q2)])


def scara_torque() -> Any:
    """Appendix C.2, as AUTOLEV generated it, with MA, CX1, IAZZ … by our names."""
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
    torque = _of_accelerations([[m11, m12, 0], [m12, m22, 0], [0, 0, m3]])
    return torque + sp.Matrix([bias, (c2x * m2 + l2 * m3) * l1 * sine * v1**2, g * m3])


def _of_accelerations(M: list[list[Any]]) -> Any:
    """M q̈."""
    return sp.Matrix(M) * sp.Matrix([sp.Symbol(f"ddq{k + 1}") for k in range(len(M))])
