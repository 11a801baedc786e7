"""The chapters of the report, in the order of `study.py`."""

from __future__ import annotations

from armwright.report.html.parts import Chapter, Paragraph, Picture, ReportTable
from armwright.studies.couplings import measures
from armwright.studies.couplings.figures import coriolis_figure, gears_figure, rows_figure
from armwright.studies.couplings.runs import FREQUENCIES, CoupledArm
from armwright.studies.couplings.source import ROWS
from armwright.studies.wording import fixed, percent


def matrix_chapter(found: CoupledArm) -> Chapter:
    rows = []
    for k, own in enumerate(measures.rows(found)):
        for name, values in (("S4", ROWS[k]), ("elbow_arm", own)):
            rows.append((f"{k + 1}", name, *(fixed(value, 4) for value in values)))
    return Chapter(
        "Rotors ride on links",
        [
            Paragraph(
                "The usual model of a drive has its rotor turn in empty space. In truth it rides "
                "on a link: when the link turns about the rotor's axis, the rotor turns with it, "
                "and when the rotor speeds up, the link feels it. That is S(q) of (2.22), and its "
                "Coriolis terms. Here each rotor is a body of the arm's tree that spins on the "
                "link which carries it; link inertias count the rotors as if they stood still, so "
                "that M is the same in both models. S4 normalises rows of S by M of the joint, "
                "with the speeds of motors seen through their gears."
            ),
            Picture(
                "rows",
                rows_figure(found),
                "Rows 1 to 3 of S η, each divided by M of its joint; rows 4 to 6 are zero.",
                "Three panels of bars by motor. In row 1 motor 1 stands out with about one "
                "per cent; in rows 2 and 3 there is motor 3 alone.",
            ),
            ReportTable(
                ("row:", "arm", *(f"motor {k}:" for k in range(1, 7))),
                rows,
                "S4 (3.5) and the elbow arm, whose numbers are assumed",
            ),
        ],
    )


def motion_chapter(found: CoupledArm) -> Chapter:
    coriolis, added = measures.coriolis_shares(found), measures.added_shares(found)
    rows = [
        (str(k + 1), fixed(frequency, 2), percent(c, 3), percent(a, 3))
        for k, (frequency, c, a) in enumerate(zip(FREQUENCIES, coriolis, added, strict=True))
    ]
    return Chapter(
        "A fast motion",
        [
            Paragraph(
                "All joints swing at once for ten seconds, each at a frequency of its own and up "
                "to its largest velocity; gears are rigid. What rotors add to the torques is the "
                "difference of two models."
            ),
            Picture(
                "coriolis",
                coriolis_figure(found),
                "Joint 2: its torque, and the Coriolis torque that comes from rotors, both as "
                "parts of the largest torque.",
                "Two curves over ten seconds; the lower one is on a scale a thousand times finer.",
            ),
            ReportTable(
                ("joint:", "Hz:", "Coriolis by rotors:", "all by rotors:"),
                rows,
                "Largest torques that rotors add, of the joint's largest torque",
            ),
        ],
    )


def gears_chapter(found: CoupledArm) -> Chapter:
    return Chapter(
        "What gears do to it",
        [
            Paragraph(
                "A rotor's inertia is felt through the gear's square, its coupling through the "
                "gear alone. With the same inertia at the joints, smaller gears make larger "
                "couplings."
            ),
            Picture(
                "gears",
                gears_figure(found),
                "The largest element of S η, of M, with the arm straight up.",
                "A straight falling line on logarithmic scales.",
            ),
        ],
    )
