"""The chapters of the report."""

from __future__ import annotations

import numpy as np

from armwright.report.html.parts import Chapter, Paragraph, Picture, ReportTable
from armwright.studies.underwater.figures import (
    control_figure,
    energy_figure,
    open_loop_figure,
    space_figure,
)
from armwright.studies.underwater.runs import ArmMotion, Underwater
from armwright.studies.wording import fixed

_TIMES = (1.0, 5.0, 6.0, 10.0, 20.0)


def open_loop_chapter(found: Underwater) -> Chapter:
    rows = [
        (name, case, *_places(motion))
        for name, motions in (("generated", found.generated), ("S2", found.printed))
        for case, motion in motions.items()
    ]
    return Chapter(
        "Two pushes",
        [
            Paragraph(
                "1 N m on joint 1 for the first second and on joint 2 for the sixth; the scan is "
                "unclear about when the second push begins. The arm is generated from its "
                "description: strips across the links, added mass inside the mass matrix. S2's own "
                "equations end on the other side."
            ),
            Picture(
                "open-loop",
                open_loop_figure(found),
                "Figures 7.5 to 7.10: both links, dry and with what the water does.",
                "Angles and velocities of two links over 20 s.",
            ),
            ReportTable(
                ("equations", "case", *(f"q({t:g} s) rad:" for t in _TIMES), "fastest rad/s:"),
                rows,
                "Angles of links 1 and 2, and their largest speeds",
            ),
        ],
    )


def _places(motion: ArmMotion) -> list[str]:
    pairs = [motion.at(t) for t in _TIMES] + [np.abs(motion.v).max(axis=0)]
    return [", ".join(fixed(value, 3) for value in pair) for pair in pairs]


def energy_chapter(found: Underwater) -> Chapter:
    return Chapter(
        "Energy",
        [
            Paragraph(
                "The water across link 2 has the velocity v = l₁ cos θ₂ θ̇₁ + x (θ̇₁ + θ̇₂). Its "
                "kinetic energy ½∫K v² dx gives a symmetric matrix, and its Coriolis terms with "
                "it. S2 multiplies forces on link 2 by x where joint 1 has the lever arm "
                "x + l₁ cos θ₂; and its moment of the drag has x³/3 where x⁴/4 belongs. "
                "Without friction and drag its arm gains and loses energy."
            ),
            Picture(
                "energy",
                energy_figure(found),
                "Kinetic energy of the arm let go in water without drag.",
                "One curve goes up and down, one is level.",
            ),
        ],
    )


def control_chapter(found: Underwater) -> Chapter:
    rows = [
        (
            limit,
            *(", ".join(fixed(value, 4) for value in pair) for pair in _errors(loop.error)),
        )
        for limit, loop in found.loops.items()
    ]
    return Chapter(
        "S2's controllers",
        [
            Picture(
                "control",
                control_figure(found),
                "Figures 7.12 to 7.17: references 1 and −1 rad from rest.",
                "Angles, errors, torques and differences over 10 s.",
            ),
            ReportTable(
                ("limits", "largest error rad:", "error after 10 s rad:"),
                rows,
                "Tracking errors of links 1 and 2",
            ),
        ],
    )


def _errors(error: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    return np.abs(error).max(axis=0), error[-1]


def space_chapter(found: Underwater) -> Chapter:
    return Chapter(
        "An arm in space",
        [
            Paragraph(
                "Reach Alpha 5 goes from a pick to a place. Its controller computes torques with "
                "buoyancy and without drag and added mass. Drag is published, added mass assumed "
                "(strip theory)."
            ),
            Picture(
                "space",
                space_figure(found),
                "Tool error and shoulder torque, in still water and in a current.",
                "Two curves each over 12 s.",
            ),
        ],
    )
