"""S2, figure 3.1: a trolley with two rods; appendix A.5 is the program AUTOLEV made of A.4.

A.5 counts θ₁ from the x axis about z and θ₂ from rod 1; y is up. A.3 describes the same machine to
SD/FAST with other angles: φ₁ from the y axis about −z, φ₂ about −z, and gravity along *plus* y, so
that, as printed, the rods hang; a reader expects the inverted pendulum of the text. Rods with
half length 0.125 and mass 0.5 have m l²/12 = 0.0026042: A.3 rounds to 0.0026.
In COEF(1,2) the scan shows `(_,. 5*`, which is `(-.5*`.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tests.closed_forms.arms.equations import Array, Equations


@dataclass(frozen=True)
class Numbers:
    """Masses, inertias about the centres, lengths of the whole rods."""

    m_cart: float
    m_rod1: float
    m_rod2: float
    j_rod1: float
    j_rod2: float
    length1: float
    length2: float
    g: float


def equations(n: Numbers, q: Array, v: Array) -> Equations:
    """A.5, subroutine EQNS, which solves COEF u̇ = RHS: M is −COEF, the bias RHS without controls.

    The program has torques on the bodies, TB3 and TC3; those in the joints are TB3 + TC3 and TC3.
    """
    massa, massb, massc = n.m_cart, n.m_rod1, n.m_rod2
    ib, ic, l1, l2, g = n.j_rod1, n.j_rod2, n.length1, n.length2, n.g
    s1, c1, s2, c2 = np.sin(q[1]), np.cos(q[1]), np.sin(q[2]), np.cos(q[2])
    _, u2, u3 = v

    coef = np.empty((3, 3))
    coef[0, 0] = -massa - massb - massc
    coef[0, 1] = (-0.5 * (-c1 * s2 - s1 * c2) * l2 + l1 * s1) * massc + 0.5 * l1 * massb * s1
    coef[0, 2] = -0.5 * (-c1 * s2 - s1 * c2) * l2 * massc
    coef[1, 0] = coef[0, 1]
    coef[1, 1] = (
        (-c2 * l1 * l2 - l1 * l1 - 0.25 * l2 * l2) * massc - ib - ic - 0.25 * l1 * l1 * massb
    )
    coef[1, 2] = (-0.5 * c2 * l1 * l2 - 0.25 * l2 * l2) * massc - ic
    coef[2, 0] = coef[0, 2]
    coef[2, 1] = coef[1, 2]
    coef[2, 2] = -ic - 0.25 * l2 * l2 * massc

    rhs = np.empty(3)
    rhs[0] = (
        -0.5 * (c1 * c2 - s1 * s2) * (u2 + u3) * (u2 + u3) * l2 - c1 * l1 * u2 * u2
    ) * massc - 0.5 * c1 * l1 * massb * u2 * u2
    rhs[1] = (
        (-0.5 * (u2 + u3) * (u2 + u3) * l1 * l2 * s2 + 0.5 * l1 * l2 * s2 * u2 * u2) * massc
        + 0.5 * (-s1 * s2 + c1 * c2) * g * l2 * massc
        + 0.5 * c1 * g * l1 * massb
        + c1 * g * l1 * massc
    )
    rhs[2] = 0.5 * l1 * l2 * massc * s2 * u2 * u2 + 0.5 * (-s1 * s2 + c1 * c2) * g * l2 * massc
    return Equations(-coef, rhs)
