"""The chapters of the report, in the order of `study.py`."""

from __future__ import annotations

from collections.abc import Mapping

from armwright.report.html.parts import Chapter, Paragraph, Picture, ReportTable
from armwright.studies.force_control.figures import (
    force_figure,
    stiffness_figure,
    touch_figure,
)
from armwright.studies.force_control.measures import Touch
from armwright.studies.force_control.runs import ADAPTIVE, FIXED, SOFT, ForceControl
from armwright.studies.wording import fixed, scientific


def force_chapter(found: ForceControl, touches: Mapping[str, Mapping[float, Touch]]) -> Chapter:
    wanted = found.wanted
    rows = [
        (
            scientific(stiffness),
            fixed(100 * one.overshoot, 1),
            fixed(one.settling, 2),
            fixed(wanted * one.error, 2),
            fixed(wanted * one.swing, 2),
            fixed(100 * one.sliding, 1),
            fixed(1e3 * one.across, 1),
        )
        for stiffness, one in touches[ADAPTIVE].items()
    ]
    ratio = found.resonance / found.frequency
    return Chapter(
        "Walls of any stiffness",
        [
            Paragraph(
                "A six-axis arm with flexible joints stands 2 mm before a wall, comes to it at "
                f"10 mm/s, pushes with {wanted:g} N, and slides along it at 0.1 m/s. Across the "
                "wall the force is controlled, along it the position, both by the motors' encoders "
                "and a force sensor. A shift of the reference drives the force error out, "
                "divided by the stiffness that is felt: servo, joint springs and wall in series. "
                "Nothing is felt as stiffer than the servo alone, which the model knows; below "
                "that the controller follows what force and shift tell. The servo's frequency is "
                f"1/{ratio:.1f} of the lowest resonance with motors at rest, the force loop's a "
                "quarter of the servo's: no number was tuned to a wall."
            ),
            Picture(
                "forces",
                force_figure(found),
                "Contact forces of four walls, by one setting.",
                "Four curves that rise to the set force within half a second and stay there.",
            ),
            ReportTable(
                (
                    "wall, N/m:",
                    "overshoot, %:",
                    "settling, s:",
                    "error, N:",
                    "swing, N:",
                    "sliding, %:",
                    "along, mm:",
                ),
                rows,
                "Settled: within 2 %, after the first touch. Error and swing: mean and standard "
                "deviation in the half second before the slide. Sliding: largest deviation of the "
                "force; along: largest deviation of the tool from its line on the wall",
            ),
        ],
    )


def comparison_chapter(
    found: ForceControl, touches: Mapping[str, Mapping[float, Touch]]
) -> Chapter:
    cases = (ADAPTIVE, FIXED, SOFT)
    rows = [
        (
            scientific(stiffness),
            *(_settling(touches[case][stiffness]) for case in cases),
            *(fixed(100 * touches[case][stiffness].overshoot, 1) for case in cases),
        )
        for stiffness in touches[ADAPTIVE]
    ]
    return Chapter(
        "What the rule and the joints do",
        [
            Paragraph(
                "Fixed: the servo's own stiffness is taken for that of every wall. Tuned soft: the "
                "loop is made at least as fast for the softest wall as the adaptive loop."
            ),
            Picture(
                "settling",
                stiffness_figure(touches),
                "Settling time and overshoot against the wall's stiffness.",
                "The adaptive curve is level at half a second and without overshoot; the fixed "
                "one is slow at soft walls, the one tuned soft overshoots.",
            ),
            ReportTable(
                (
                    "wall, N/m:",
                    *(f"{case}, s:" for case in cases),
                    *(f"{case}, %:" for case in cases),
                ),
                rows,
                "Settling times, – where a wall is not held; and overshoots",
            ),
            Paragraph(
                "At five times the speed, 50 mm/s, the stiffest wall is hit. The links meet it "
                "alone: springs in the gears keep the rotors out of the first milliseconds."
            ),
            Picture(
                "touch",
                touch_figure(found),
                "The fast touch of the stiffest wall, with flexible and with rigid joints.",
                "Two peaks within a few milliseconds, that of rigid joints clearly higher.",
            ),
        ],
    )


def _settling(one: Touch) -> str:
    return fixed(one.settling, 2) if one.held else "–"
