"""The chapters of the report."""

from __future__ import annotations

import numpy as np

from armwright.report.html.parts import Chapter, Paragraph, Picture, ReportTable
from armwright.studies.underwater.diagram import block_diagram
from armwright.studies.underwater.figures import (
    control_figure,
    energy_figure,
    open_loop_figure,
    pairs_figure,
    space_figure,
)
from armwright.studies.underwater.runs import ArmMotion, Controlled, Underwater
from armwright.studies.underwater.source import LIMITS, NO_LIMIT
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
                "All cases in one: both links, dry and with what the water does.",
                "Angles and velocities of two links over 20 s.",
            ),
            Picture(
                "pairs",
                pairs_figure(found),
                "Figures 7.5 to 7.10 one by one, with what S2 compares in each.",
                "Twelve panels; solid and dashed lines part after a second where water acts.",
            ),
            ReportTable(
                ("equations", "case", *(f"q({t:g} s), rad:" for t in _TIMES), "fastest, rad/s:"),
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
                "Without friction and drag its arm gains and loses energy. The fifth case of the "
                "drag in its program, θ̇₁ = −θ̇₂, changes nothing: the other four give the same."
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
        (equations, limit, *_loop_numbers(loop, loops[NO_LIMIT], LIMITS[limit]))
        for equations, loops in (("generated", found.loops), ("S2", found.printed_loops))
        for limit, loop in loops.items()
    ]
    return Chapter(
        "S2's controllers",
        [
            Paragraph(
                "Each link by itself is to follow a filter towards its reference, 1 and −1 rad, as "
                "if it were a compensator far simpler than the arm. What the compensator does not "
                "explain, water and the other link, is regulated away. So well that S2's errors in "
                "the water hardly show: both sets of equations give the same curves."
            ),
            Picture(
                "diagram",
                block_diagram(),
                "Figure 7.11: the controller of one link.",
                "A block diagram of tracking model, law, limiter, arm, compensator and regulation "
                "model.",
            ),
            Picture(
                "control",
                control_figure(found),
                "Figures 7.12 to 7.17. Limits of 10 and 20 N m in the first row, of 4 and 10 N m "
                "and none in the others.",
                "Angles, errors, torques and differences over 10 s.",
            ),
            ReportTable(
                (
                    "equations",
                    "limits",
                    "u(0), N m:",
                    "at the limit, s:",
                    "largest error, rad:",
                    "at, s:",
                    "error after 10 s, rad:",
                    "to no limit, rad:",
                ),
                rows,
                "Links 1 and 2: torques at first, time at the limits, tracking errors, and the "
                "largest difference of the angles to those without limits",
            ),
        ],
    )


def _loop_numbers(loop: Controlled, free: Controlled, limits: tuple[float, float]) -> list[str]:
    error, step = np.abs(loop.error), loop.t[1] - loop.t[0]
    busy = (np.abs(loop.torque) >= (1 - 1e-9) * np.array(limits)).sum(axis=0) * step
    pairs = [
        (loop.torque[0], 1),
        (busy, 3),
        (error.max(axis=0), 4),
        (loop.t[error.argmax(axis=0)], 2),
        (loop.error[-1], 4),
        (np.abs(loop.q - free.q).max(axis=0), 4),
    ]
    return [", ".join(fixed(value, digits) for value in pair) for pair, digits in pairs]


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
