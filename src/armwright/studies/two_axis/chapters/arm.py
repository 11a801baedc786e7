"""Kinematics and equations of motion."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from armwright.arm import Arm
from armwright.report.html.parts import Chapter, Fold, Paragraph, Picture, Preformatted, ReportTable
from armwright.report.runs.recorded import Recorded
from armwright.signals import Run
from armwright.studies.two_axis.claims.kinematics import BEYOND, out_of_reach_words
from armwright.studies.two_axis.figures.arm import REACHED, arm_figure, laws_figure
from armwright.studies.two_axis.measures import motion_remainder
from armwright.studies.two_axis.source import TwoAxisNumbers, forward, inverse
from armwright.studies.wording import fixed, scientific

_MOTION = """\
(1.9)  M(q) q̈ + C(q, q̇) + G(q) + T(q) + D q̇ + F(q̇) = u
(A.7)  T: τ_s = k_low Δ + k₃ Δ³ for |Δ| ≤ ψ,
           else sign(Δ) (m₀ + k_high (|Δ| − ψ));  Δ = q_a − q_m/η
(A.9)  F: η (f_d q̇_m + f_c (μ + (1 − μ)/cosh(β q̇_m)) tanh(α q̇_m))"""


def arm_chapter(recorded: Recorded, arm: Arm, runs: Mapping[str, Run]) -> Chapter:
    """`runs`: Sim1 by path."""
    n = TwoAxisNumbers.of(arm.robot)
    return Chapter(
        "Kinematics and equations of motion",
        [
            Paragraph(
                "The source's closed forms agree with the compiled arm to rounding: forward and "
                "inverse kinematics with both branches, Jacobian, inertia matrix, Coriolis terms "
                "and gravity."
            ),
            Picture(
                "arm",
                arm_figure(recorded, n, runs),
                "Left: elbow up and elbow down lead to the same point. Right: where the paths are.",
                "The arm's two links in both branches, and the four paths near the zero position.",
            ),
            Fold(
                "Both branches in numbers",
                [_branches(n), _refusals(arm, n)],
            ),
            Paragraph(
                "Springs and friction are of the source's form. Every record of every run has been "
                "put into the source's equation of motion, written down anew and apart from the "
                "code that simulates: what is left over is rounding."
            ),
            Picture(
                "laws",
                laws_figure(recorded, n, runs),
                "Axis 1 works on the bend of its spring, axis 2 beyond it.",
                "Torque of the springs over deflection, and friction over velocity of the motors.",
            ),
            Fold(
                "The equation and what is left over", [Preformatted(_MOTION), _left_over(n, runs)]
            ),
        ],
    )


def _branches(n: TwoAxisNumbers) -> ReportTable:
    point = np.array(REACHED)
    rows = []
    for name, up in (("elbow up", True), ("elbow down", False)):
        q = inverse(n, point, elbow_up=up)
        angles = (fixed(angle, 4) for angle in np.degrees(q))
        rows.append((name, *angles, *(f"{part:.12f}" for part in forward(n, q))))
    caption = f"To x = {REACHED[0]:g} m, z = {REACHED[1]:g} m, and by (1.2) back again."
    return ReportTable(("branch", "q₁, °:", "q₂, °:", "x, m:", "z, m:"), rows, caption)


def _refusals(arm: Arm, n: TwoAxisNumbers) -> ReportTable:
    rows = list(zip(("S0's closed form", "the arm"), out_of_reach_words(arm, n), strict=True))
    return ReportTable(("asked", "answer"), rows, f"Of a point {BEYOND:g} m away.")


def _left_over(n: TwoAxisNumbers, runs: Mapping[str, Run]) -> ReportTable:
    rows = []
    for path, run in runs.items():
        found = motion_remainder(n, run)
        left = (scientific(found.joints, 1), scientific(found.motors, 1))
        rows.append((path, f"{found.torque:.0f}", *left))
    head = ("path", "largest torque, N m:", "left over, joints, N m:", "motors, N m:")
    return ReportTable(head, rows, "Sim1; torques on the joints' side of the gears.")
