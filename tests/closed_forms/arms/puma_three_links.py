"""S2, appendix C.1: the PUMA 560's first three links, the program AUTOLEV made, with its numbers.

Transcribed term by term; terms with a factor 0. in the listing are left out: they belong to centre
coordinates that are zero. θ₂ and θ₃ are positive downwards (D-H with α₁ = −90°); the source's S1
and C1 belong to θ₂, S2 and C2 to θ₂ + θ₃. The wrist is part of link 3.

Scanning errors set right: COEF(1,1) has `8,688`, `0. *22` and `17.4-(`, which are `8.688`, `0.*C2`
and `17.4*(`; 51 and 52 are S1 and S2; RHS(3) has `.n318` and `85.2001 52`, which are .4318 and
85.2001752.

What the numbers are, by taking them apart:
- 3.197 = 1.49 + 0.524 + 1.183 and 1.49 = 0.35 + 1.14, link 1 and its motor in table 5.3;
- 5.461 = 0.539 + 4.71 + 0.212: link 2, its motor, link 3; 0.394 = 0.524 − 0.130;
- link 3: 0.85 = 1.183 − 0.333, 0.971 = 1.183 − 0.212, 0.121 = 0.333 − 0.212: its principal inertias
  are 0.333, 1.183 (about its long axis) and 0.212;
- 0.05175625 = 0.2275², 0.02706025 = 0.1645², 3.9585 = 17.4 · 0.2275, 1.429176 = 8.688 · 0.1645;
- 170.63571 = 17.4 g and 85.2001752 = 8.688 g with g = 9.80665.

Where the source contradicts itself: COEF(3,3) lacks link 3's motor, 0.83 in table 5.3, though the
other two motors are in. No body has the inertias 0.333, 1.183, 0.212 (1.183 > 0.333 + 0.212); with
0.83 less in the second it would be possible, as if the motor had been added about the wrong axis.
Table 5.3 has 0.192, 0.0154, 0.212 for link 3 with wrist and its centre at −0.143, the program
−0.244 and 8.688 kg.
"""

from __future__ import annotations

import numpy as np

from tests.closed_forms.arms.equations import Array, Equations


def equations(q: Array, v: Array) -> Equations:
    """C.1, subroutine EQNS, which solves COEF u̇ = RHS: M is −COEF, the bias RHS without torques."""
    u1, u2, u3 = v
    s1, c1 = np.sin(q[1]), np.cos(q[1])
    s2, c2 = np.sin(q[1] + q[2]), np.cos(q[1] + q[2])
    return Equations(-_coef(s1, c1, s2, c2), _rhs(s1, c1, s2, c2, u1, u2, u3))


def _coef(s1: float, c1: float, s2: float, c2: float) -> Array:
    coef = np.empty((3, 3))
    coef[0, 0] = (
        -3.197
        + 8.688000000000001
        * (-2.706025e-2 - (0.4318 * c1 + 0.244 * s2) * (0.4318 * c1 + 0.244 * s2))
        + 17.4 * (-5.175625e-2 - ((-6e-3) * s1 + 6.8e-2 * c1) * ((-6e-3) * s1 + 6.8e-2 * c1))
        + 0.394 * s1 * s1
        + 0.8500000000000001 * s2 * s2
    )
    coef[0, 1] = 3.9585 * ((-6.8e-2) * s1 + (-6e-3) * c1) + 1.429176 * (0.244 * c2 - 0.4318 * s1)
    coef[0, 2] = 1.429176 * (0.244 * c2)
    coef[1, 0] = coef[0, 1]
    coef[1, 1] = (
        -5.461
        + 17.4
        * (
            -((-6.8e-2) * s1 + (-6e-3) * c1) * ((-6.8e-2) * s1 + (-6e-3) * c1)
            - (6e-3 * s1 - 6.8e-2 * c1) * (6e-3 * s1 - 6.8e-2 * c1)
        )
        + 8.688000000000001
        * (
            -(-0.4318 * c1 - 0.244 * s2) * (-0.4318 * c1 - 0.244 * s2)
            - (0.244 * c2 - 0.4318 * s1) * (0.244 * c2 - 0.4318 * s1)
        )
    )
    coef[1, 2] = -0.212 + 8.688000000000001 * (
        -(-0.244 * s2) * (-0.4318 * c1 - 0.244 * s2) - (0.244 * c2) * (0.244 * c2 - 0.4318 * s1)
    )
    coef[2, 0] = coef[0, 2]
    coef[2, 1] = coef[1, 2]
    coef[2, 2] = -0.212 + 8.688000000000001 * (
        -(-0.244 * s2) * (-0.244 * s2) - (0.244 * c2) * (0.244 * c2)
    )
    return coef


def _rhs(s1: float, c1: float, s2: float, c2: float, u1: float, u2: float, u3: float) -> Array:
    rhs = np.empty(3)
    rhs[0] = (
        8.688000000000001
        * (
            -0.1645
            * (
                (-0.4318 * c1 * u2 - 0.244 * s2 * u2 - 0.488 * s2 * u3) * u2
                + (-0.244 * s2 * u3) * u3
                - (0.4318 * c1 + 0.244 * s2) * u1 * u1
            )
            + (
                (0.244 * c2) * u3
                + (0.244 * c2 - 0.4318 * s1) * u2
                + 0.244 * (u2 + u3) * c2
                - 0.4318 * s1 * u2
                - 0.1645 * u1
            )
            * (0.4318 * c1 + 0.244 * s2)
            * u1
        )
        + 17.4
        * (
            -0.2275
            * (
                ((-6.8e-2) * c1 * u2 - (-6e-3) * s1 * u2) * u2
                - ((-6e-3) * s1 + 6.8e-2 * c1) * u1 * u1
            )
            + (
                ((-6.8e-2) * s1 + (-6e-3) * c1) * u2
                + (-6e-3) * c1 * u2
                - 6.8e-2 * s1 * u2
                - 0.2275 * u1
            )
            * ((-6e-3) * s1 + 6.8e-2 * c1)
            * u1
        )
        + (-0.333 * (-u2 - u3) * c2 - 0.971 * (u2 + u3) * c2) * s2 * u1
        - (-1.183 * (-u2 - u3) * s2 - 0.121 * (u2 + u3) * s2) * c2 * u1
        - 0.7879999999999998 * c1 * s1 * u1 * u2
    )
    rhs[1] = (
        17.4
        * (
            (
                ((-6.8e-2) * c1 * u2 - (-6e-3) * s1 * u2) * u2
                - ((-6e-3) * s1 + 6.8e-2 * c1) * u1 * u1
            )
            * ((-6.8e-2) * s1 + (-6e-3) * c1)
            + (6e-3 * c1 * u2 + 6.8e-2 * s1 * u2) * (6e-3 * s1 - 6.8e-2 * c1) * u2
        )
        + 8.688000000000001
        * (
            ((-0.244 * c2 * u2 - 0.488 * c2 * u3 + 0.4318 * s1 * u2) * u2 + (-0.244 * c2 * u3) * u3)
            * (-0.4318 * c1 - 0.244 * s2)
            + (
                (-0.4318 * c1 * u2 - 0.244 * s2 * u2 - 0.488 * s2 * u3) * u2
                + (-0.244 * s2 * u3) * u3
                - (0.4318 * c1 + 0.244 * s2) * u1 * u1
            )
            * (0.244 * c2 - 0.4318 * s1)
        )
        + 170.63571 * (6e-3 * s1 - 6.8e-2 * c1)
        + 85.2001752 * (-0.4318 * c1 - 0.244 * s2)
        + 0.394 * c1 * s1 * u1 * u1
        + 0.8500000000000001 * c2 * s2 * u1 * u1
    )
    rhs[2] = (
        8.688000000000001
        * (
            ((-0.244 * c2 * u2 - 0.488 * c2 * u3 + 0.4318 * s1 * u2) * u2 + (-0.244 * c2 * u3) * u3)
            * (-0.244 * s2)
            + (
                (-0.4318 * c1 * u2 - 0.244 * s2 * u2 - 0.488 * s2 * u3) * u2
                + (-0.244 * s2 * u3) * u3
                - (0.4318 * c1 + 0.244 * s2) * u1 * u1
            )
            * (0.244 * c2)
        )
        + 85.2001752 * (-0.244 * s2)
        + 0.8500000000000001 * c2 * s2 * u1 * u1
    )
    return rhs
