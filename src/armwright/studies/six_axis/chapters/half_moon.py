"""The half moon: S1's own, and many arms on it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from armwright.report.html.parts import Chapter, Fold, Paragraph, Picture, ReportTable
from armwright.signals import Run
from armwright.studies.six_axis.figures.cases import case_figure
from armwright.studies.six_axis.figures.half_moon import arm_figure, bands_figure, path_figure
from armwright.studies.six_axis.many_arms import ARMS, CENTRES_WRONG, TITLES, WRONG, ManyArms
from armwright.studies.six_axis.measures import error, values
from armwright.studies.six_axis.runs import OUR_DIRECTION_CHANGES, title
from armwright.studies.six_axis.source import figures_of
from armwright.studies.wording import fixed


def half_moon_chapter(runs: Mapping[str, Run]) -> Chapter:
    names = [name for name in runs if name.startswith("half-moon")]
    joints = runs["half-moon"].data["joint"].values
    rows = [
        (
            title(name),
            *(fixed(1e3 * x, 2) for x in np.abs(error(runs[name])).max(axis=0)),
            fixed(1e3 * _tool_error(runs[name]), 2),
        )
        for name in names
    ]
    head = ("case", *(f"{joint}, mrad:" for joint in joints), "tool, mm:")
    width = float(np.ptp(values(runs["half-moon"], "reference_tool_position")[:, 1]))
    return Chapter(
        "A half moon in space",
        [
            Paragraph(
                f"The tool goes round a half moon of {fixed(width, 1)} m in a vertical plane. "
                "Inverse kinematics gives the joints' angles, the filter H(s) smooths them and "
                "gives their two derivatives. S1 tells when its path changes direction, not where "
                "it lies: ours changes direction at the same times, but for its end, which is at "
                f"{OUR_DIRECTION_CHANGES[-1]:g} s instead of 10 s. The other cases are what S1, "
                "section 6.1, leaves out."
            ),
            Picture(
                "half-moon-arm",
                arm_figure(runs["half-moon"]),
                "The arm on the half moon, in four places: S1's figure 5.33.",
            ),
            Picture(
                "half-moon-path",
                path_figure(runs),
                "Left: the path in its plane, as the reference has it behind the filter, and the "
                "tool's deviation from it, 20 times as large. Right: the reference over time, "
                "S1's figure 5.32.",
            ),
            ReportTable(head, rows, "Largest errors: of the joints, and of the tool's position"),
            Fold(
                "The pictures of the half moon",
                [
                    Picture(
                        "half-moon",
                        case_figure(runs["half-moon"]),
                        f"The half moon: S1's {figures_of('half-moon')}.",
                        "Angles, velocities, parts of the torque, torques and accelerations.",
                    )
                ],
            ),
        ],
    )


def _tool_error(run: Run) -> float:
    off = values(run, "reference_tool_position") - values(run, "tool_position")
    return float(np.linalg.norm(off, axis=1).max())


def many_arms_chapter(many: Mapping[str, ManyArms], joints: Sequence[str]) -> Chapter:
    rows = [
        (
            TITLES[name],
            *(fixed(1e3 * x, 2) for x in np.quantile(np.abs(one.errors).max(axis=1), 0.95, axis=0)),
            fixed(1e3 * one.tool_usual, 2),
        )
        for name, one in many.items()
    ]
    head = ("what is wrong", *(f"{joint}, mrad:" for joint in joints), "tool, mm:")
    return Chapter(
        "Many arms on the half moon",
        [
            Paragraph(
                f"S1 changes one thing at a time, and leaves combinations for later. Here {ARMS} "
                "arms go round the half moon at a time, in lanes of the same machine code, each "
                "of them otherwise than its controller believes: the payload and the inertias of "
                f"every link by up to ±{100 * WRONG:.0f} %, S1's largest; the centres of gravity "
                f"of all links by up to ±{1e3 * CENTRES_WRONG:.0f} mm along each axis, which is "
                "assumed; all drawn evenly, and independently of each other. The second column has "
                "the same payloads as the first, under a controller that estimates them."
            ),
            Picture(
                "half-moon-bands",
                bands_figure(many, joints),
                "Errors of the joints, and how far the tool is off: median of the arms, and the "
                "band in which 90 % of them are. A line of panels has one scale.",
                "A column of panels for each thing that is wrong, a line of them for each joint.",
            ),
            ReportTable(head, rows, f"Largest errors on the way that 95 % of {ARMS} arms keep"),
        ],
    )
