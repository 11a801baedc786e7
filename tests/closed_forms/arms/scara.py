"""S2, appendix C.2: a SCARA's two turning links and its slider, the program AUTOLEV made.

The axes are vertical, z₃ is positive upwards. The listing names its parameters and reads their
values from a file that is not printed. It subtracts TF1, TF2 and FF3 from the right-hand side,
which its COMMON block calls T1, T2 and T3: the controls, left out here.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tests.closed_forms.arms.equations import Array, Equations


@dataclass(frozen=True)
class Numbers:
    """The names of the listing: lengths, centres of mass, masses, inertias about the vertical."""

    l1: float
    l2: float
    cx1: float
    cx2: float
    ma: float
    mb: float
    mc: float
    iazz: float
    ibzz: float
    iczz: float
    g: float


def equations(n: Numbers, q: Array, v: Array) -> Equations:
    """C.2, subroutine EQNS, solves COEF u̇ = RHS: M is −COEF, the bias RHS without controls."""
    l1, l2, cx1, cx2, ma, mb, mc = n.l1, n.l2, n.cx1, n.cx2, n.ma, n.mb, n.mc
    s1, c1 = np.sin(q[1]), np.cos(q[1])
    u1, u2, _ = v

    coef = np.zeros((3, 3))
    coef[0, 0] = (
        (-2 * c1 * cx2 * l1 - cx2 * cx2 - l1 * l1) * mb
        + (-2 * c1 * l1 * l2 - l1 * l1 - l2 * l2) * mc
        - cx1 * cx1 * ma
        - n.iazz
        - n.ibzz
        - n.iczz
    )
    coef[0, 1] = (
        (-c1 * cx2 * l1 - cx2 * cx2) * mb + (-c1 * l1 * l2 - l2 * l2) * mc - n.ibzz - n.iczz
    )
    coef[1, 0] = coef[0, 1]
    coef[1, 1] = -cx2 * cx2 * mb - n.ibzz - n.iczz - l2 * l2 * mc
    coef[2, 2] = -mc

    rhs = np.empty(3)
    rhs[0] = (
        ((-(u1 + u2) * cx2 - cx2 * u2) * u1 - cx2 * u2 * u2) * l1 * s1 + cx2 * l1 * s1 * u1 * u1
    ) * mb + (
        ((-(u1 + u2) * l2 - l2 * u2) * u1 - l2 * u2 * u2) * l1 * s1 + l1 * l2 * s1 * u1 * u1
    ) * mc
    rhs[1] = cx2 * l1 * mb * s1 * u1 * u1 + l1 * l2 * mc * s1 * u1 * u1
    rhs[2] = n.g * mc
    return Equations(-coef, rhs)
