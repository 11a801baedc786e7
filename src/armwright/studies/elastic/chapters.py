"""The chapters of the report, in the order of `study.py`."""

from __future__ import annotations

from armwright.report.html.parts import Chapter, Paragraph, Picture, ReportTable
from armwright.studies.elastic.figures import (
    all_elements,
    diagonal,
    estimators,
    histograms,
    stiffening,
    with_and_without_gravity,
)
from armwright.studies.elastic.runs import OneAxis, SixAxes
from armwright.studies.wording import fixed, percent, short


def experiments_chapter(found: SixAxes) -> Chapter:
    return Chapter(
        "Experiments",
        [
            Paragraph(
                "Orthogonal multisines on the motors' torques in closed loop, in three "
                "configurations and two realisations; a slow sine keeps the joints from sticking. "
                "The arm has eleven elastic axes, two gears that stiffen, dry friction, and "
                "encoders with noise."
            ),
            Picture(
                "torques",
                histograms(found),
                "Torques of the motors; diamonds: means (S4, figure 4.4).",
                "Histograms, one row for each configuration. Joints 2 and 3 are loaded by weight.",
            ),
            Picture(
                "gravity",
                with_and_without_gravity(found),
                "Joint 2 with its spring linearised under weight, and without (S4, figure 4.5).",
                "Magnitudes over frequency; without gravity resonances lie lower.",
            ),
        ],
    )


def structures_chapter(found: SixAxes) -> Chapter:
    rows = [
        (
            name,
            str(one.numbers),
            percent(one.fit.misfit, 1),
            percent(one.fit.expected_misfit, 1),
            short(one.criterion),
            fixed(1e3 * (one.tool_error or 0.0), 2),
        )
        for name, one in sorted(found.structures.items())
    ]
    return Chapter(
        "How many elastic axes",
        [
            Paragraph(
                "a has its six gears alone, b an elastic foundation as well, c also bends before "
                "joint 3. The truth has one more axis. All are fitted to all configurations."
            ),
            ReportTable(
                ("", "numbers:", "misfit:", "noise:", "criterion:", "tool, mm:"),
                rows,
                "Misfit: rms of log |G/Ĝ|. Tool: largest distance from the best structure's path "
                "on the circle of ISO 9283.",
            ),
            Picture(
                "local",
                diagonal(found, local=True),
                "Local fits of a and b (S4, figure 4.6).",
                "Two diagonal elements: a misses resonances that b has.",
            ),
            Picture(
                "global",
                diagonal(found, local=False),
                "Global fits of b and c (S4, figure 4.7).",
                "Two diagonal elements: c follows what was measured more closely than b.",
            ),
            Picture(
                "elements",
                all_elements(found),
                "All 36 responses in the first configuration (S4, figure 4.8); 95 % in grey.",
                "Six by six panels, measured dashed and model solid.",
            ),
        ],
    )


def springs_chapter(one: OneAxis) -> Chapter:
    rows = [
        (
            number.element,
            fixed(number.nominal, 0),
            f"{fixed(number.value, 0)} ± {fixed(number.error, 0)}",
        )
        for fit in (one.tangent, one.statistical)
        for number in fit.parameters.values()
    ]
    return Chapter(
        "Springs that stiffen",
        [
            Picture(
                "line",
                stiffening(one),
                "The gear of the arm of four masses with the tangent at its mean deflection and "
                "the line over the deflections of the experiment, grey (S4, figure 4.9).",
                "A law that stiffens with two straight lines, the second one steeper.",
            ),
            ReportTable(
                ("number", "true:", "found:"),
                rows,
                "The gear of the arm of four masses, N m/rad at the joint: by the tangent, and "
                "over its deflections.",
            ),
            Picture(
                "estimators",
                estimators(one),
                "Estimators of a response in closed loop, by the response without noise and dry "
                "friction; means over runs with other noise, or other phases.",
                "Lines over frequency; under weak feedback the harmonic mean is the farthest from "
                "one, under strong feedback H1 and the arithmetic mean are.",
            ),
        ],
    )
