"""The chapters of the report, in the order of `study.py`."""

from __future__ import annotations

import numpy as np

from armwright.report.html.parts import Chapter, Fold, Paragraph, Picture, ReportTable
from armwright.report.motors import torque_speed_figure
from armwright.studies.aa300 import measures
from armwright.studies.aa300.figures import (
    limits_figure,
    manoeuvre_figure,
    reactions_figure,
    torques_figure,
)
from armwright.studies.aa300.runs import ManoeuvreRuns
from armwright.studies.wording import fixed, percent, short


def manoeuvre_chapter(found: ManoeuvreRuns) -> Chapter:
    whole = found.runs["whole"]
    off = measures.tracking(whole)
    rows = []
    for k, joint in enumerate(measures.JOINTS):
        unit = ("N", "m", "mm") if joint == "slide" else ("N m", "rad", "mrad")
        way = np.ptp(whole.data["joint_position"].values[:, k])
        alone = measures.apart(whole, found.runs[f"{joint} alone"], "joint_torque", joint)
        rows.append(
            (
                joint,
                f"{fixed(way, 2)} {unit[1]}",
                f"{fixed(measures.peak(whole, joint), 1)} {unit[0]}",
                f"{short(alone)} {unit[0]}",
                f"{fixed(1e3 * off[k], 2)} {unit[2]}",
            )
        )
    return Chapter(
        "The manoeuvre",
        [
            Paragraph(
                "The upper arm slides down while column and extension tube both turn clockwise, "
                "as in figure 3.3. Bodies are those of table 3.2. Torques act on the joints "
                "directly, as in the source's first model."
            ),
            Picture(
                "manoeuvre",
                manoeuvre_figure(found),
                "Seen from above, and the heights of the slide; dark is the beginning.",
                "Nine positions of the arm fan out clockwise; the slide falls by 0.9 m.",
            ),
            Picture(
                "torques",
                torques_figure(found),
                "What the joints need in the manoeuvre, and what each needs alone.",
                "Three panels. For the slide both curves are one; for column and tube they differ.",
            ),
            ReportTable(
                ("joint", "way:", "largest torque or force:", "less if alone:", "error:"),
                rows,
                "Joint side. ‘Less if alone’: the largest change where the others stand still",
            ),
        ],
    )


def reactions_chapter(found: ManoeuvreRuns) -> Chapter:
    whole = found.runs["whole"]
    rows = []
    for joint in measures.LOADED:
        force, moment = (measures.reaction(whole, kind, joint) for kind in ("force", "moment"))
        rows.append(
            (
                joint,
                fixed(np.abs(force[:, measures.UP]).max(), 0),
                fixed(measures.across(whole, "force", joint).max(), 0),
                fixed(np.abs(moment[:, measures.UP]).max(), 1),
                fixed(measures.across(whole, "moment", joint).max(), 0),
            )
        )
    return Chapter(
        "Reactions at the joints",
        [
            Paragraph(
                "What passes through each joint to what it carries. Along the axis it is what the "
                "drive gives; across it, what bearings and guides have to bear."
            ),
            Picture(
                "reactions",
                reactions_figure(found),
                "Forces and moments across the axes, which bearings carry.",
                "Two panels with four curves each; moments are largest under the column.",
            ),
            ReportTable(
                (
                    "joint",
                    "force along, N:",
                    "force across, N:",
                    "moment along, N m:",
                    "moment across, N m:",
                ),
                rows,
                "Largest values; about the origins of the links behind the joints",
            ),
        ],
    )


def motors_chapter(found: ManoeuvreRuns) -> Chapter:
    choice = found.choice
    rows = []
    for rule, picks in (("peak torque alone", found.by_peak), ("all rules", choice.chosen)):
        for axis, one in picks.items():
            rows.append(
                (
                    rule,
                    axis,
                    one.label,
                    fixed(one.mass, 1),
                    percent(one.peak_share),
                    percent(one.thermal_share),
                    percent(one.speed_share),
                    fixed(one.inertia_ratio, 1),
                )
            )
    refused = [
        (axis, one.label, fixed(one.mass, 1), "; ".join(one.reasons))
        for axis, tried in choice.trials.items()
        for one in tried
        if one.reasons and one.mass < choice.chosen[axis].mass
    ]
    rules = choice.rules
    return Chapter(
        "Motors from a list",
        [
            Paragraph(
                "The list has nine motors and five gears, with assumed numbers. Of a motor "
                f"{percent(rules.peak)} of the torque at its speed, {percent(rules.thermal)} of "
                f"the continuous torque and {percent(rules.speed)} of the speed may be used; its "
                f"load may have {rules.inertia_ratio:g} times the inertia of its rotor. The "
                "lightest that keep this go into the model, with rotor, gear, friction and torque-"
                "speed limit; what fails in the rerun is refused. Here rerun "
                f"{choice.rounds} holds."
            ),
            Picture(
                "torque_speed",
                torque_speed_figure(choice),
                "Torque over speed in the rerun, within what the chosen motors have; motor side.",
                "Three panels; every curve stays inside the dashed line.",
            ),
            Picture(
                "limits",
                limits_figure(found),
                "Torques of the chosen motors in the rerun; motor side.",
                "Three panels with curves well between the limits; that of the slide never rests.",
            ),
            ReportTable(
                (
                    "rule",
                    "axis",
                    "motor and gear",
                    "kg:",
                    "of peak:",
                    "of continuous:",
                    "of speed:",
                    "load : rotor:",
                ),
                rows,
                "What the reruns use of the motors chosen by S2's rule, and by all",
            ),
            Fold(
                "Lighter ones that were refused",
                [ReportTable(("axis", "motor and gear", "kg:", "why"), refused, stacked=True)],
            ),
        ],
    )
