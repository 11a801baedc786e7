"""A column that turns about the vertical, a slide up and down on it, an arm that turns about a
vertical axis on the slide, and a gripper fixed to the arm: the AA300.

S2 has its bodies (table 3.2) but no equations; these are derived here by hand. Level vectors are
complex numbers that a positive angle q turns by exp(i q).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tests.closed_forms.arms.equations import Array, Equations


@dataclass(frozen=True)
class Numbers:
    """Of each body the mass, the level part of its centre in its own frame, and the inertia about
    the vertical through the centre; `slide`, `elbow`, `wrist`: where the next frame is."""

    m_column: float
    c_column: complex
    j_column: float
    slide: complex
    m_arm: float
    c_arm: complex
    j_arm: float
    elbow: complex
    m_tube: float
    c_tube: complex
    j_tube: float
    wrist: complex
    m_gripper: float
    c_gripper: complex
    j_gripper: float
    g: float


def equations(n: Numbers, q: Array, v: Array) -> Equations:
    """q = (column, height, elbow). With e the elbow seen from the column, tube and gripper having
    the first moment p and the inertia J about the elbow, and κ = Re(ē p exp(i q₃)):

    2 T = (J_column + J_arm + m |e|² + J + 2 κ) q̇₁² + 2 (J + κ) q̇₁ q̇₃ + J q̇₃² + Σ m q̇₂².
    """
    outer = n.m_tube + n.m_gripper
    gripper = n.wrist + n.c_gripper
    first = n.m_tube * n.c_tube + n.m_gripper * gripper
    about_elbow = (
        n.j_tube + n.m_tube * abs(n.c_tube) ** 2 + n.j_gripper + n.m_gripper * abs(gripper) ** 2
    )
    elbow = n.slide + n.elbow
    inner = n.j_column + n.m_column * abs(n.c_column) ** 2
    inner += n.j_arm + n.m_arm * abs(n.slide + n.c_arm) ** 2
    turned = np.conj(elbow) * first * np.exp(1j * q[2])
    kappa, slope = turned.real, -turned.imag

    m11 = inner + outer * abs(elbow) ** 2 + about_elbow + 2 * kappa
    m13 = about_elbow + kappa
    lifted = n.m_arm + outer
    mass = np.array([[m11, 0, m13], [0, lifted, 0], [m13, 0, about_elbow]])
    bias = [slope * (2 * v[0] * v[2] + v[2] ** 2), lifted * n.g, -slope * v[0] ** 2]
    return Equations(mass, np.array(bias))
