"""S2, appendix D: the dry part of the level arm under water, the program AUTOLEV made.

Transcribed term by term, without the friction that the listing adds. Its S1 and C1 belong to the
second joint.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tests.closed_forms.arms.equations import Array, Equations


@dataclass(frozen=True)
class Numbers:
    """The names of the listing: length, centres of mass, masses, inertias about the vertical."""

    l1: float
    cx1: float
    cx2: float
    ma: float
    mb: float
    iazz: float
    ibzz: float


def equations(n: Numbers, q: Array, v: Array) -> Equations:
    """COEF u̇ = RHS: M is −COEF, the bias RHS without torques."""
    l1, cx1, cx2, ma, mb = n.l1, n.cx1, n.cx2, n.ma, n.mb
    s1, c1 = np.sin(q[1]), np.cos(q[1])
    u1, u2 = v

    coef = np.empty((2, 2))
    coef[0, 0] = (
        (-(c1 * cx2 + l1) * (c1 * cx2 + l1) - cx2 * cx2 * s1 * s1) * mb
        - cx1 * cx1 * ma
        - n.iazz
        - n.ibzz
    )
    coef[0, 1] = (-(c1 * cx2 + l1) * c1 * cx2 - cx2 * cx2 * s1 * s1) * mb - n.ibzz
    coef[1, 0] = coef[0, 1]
    coef[1, 1] = -cx2 * cx2 * mb - n.ibzz

    inward = (-(c1 * cx2 + l1) * u1 - 2 * c1 * cx2 * u2) * u1 - c1 * cx2 * u2 * u2
    across = (-cx2 * s1 * u1 - 2 * cx2 * s1 * u2) * u1 - cx2 * s1 * u2 * u2
    rhs = np.array(
        [
            (-inward * cx2 * s1 + across * (c1 * cx2 + l1)) * mb,
            (-inward * cx2 * s1 + across * c1 * cx2) * mb,
        ]
    )
    return Equations(-coef, rhs)
