"""The chapters of the report, in the order of `study.py`."""

from __future__ import annotations

from armwright.report.fits.friction import (
    friction_curves,
    friction_over_time,
    law_loops,
    search_ends,
)
from armwright.report.html.parts import Chapter, Paragraph, Picture, ReportTable
from armwright.studies.friction.arm import COLD
from armwright.studies.friction.runs import DynamicRuns, StaticRuns
from armwright.studies.wording import alike


def static_chapter(runs: StaticRuns) -> Chapter:
    fit = runs.fits["extended noise"]
    rows = [
        (one.element.rpartition(".")[2], *alike((true, one.value, one.error), one.error), one.unit)
        for one, true in zip(fit.parameters.values(), COLD.values(), strict=True)
    ]
    return Chapter(
        "Constant speeds",
        [
            Paragraph(
                "Joint 3 goes forth and back at 48 speeds; half the difference of the motor's "
                "torques is friction. All torques and speeds are at the motor."
            ),
            Picture("equal", friction_curves(runs.fits["tustin equal"]), "Tustin's law, W = 1."),
            Picture("slow", friction_curves(runs.fits["tustin slow"]), "Tustin's law, W = 1/i⁴."),
            Picture("extended", friction_curves(fit), "With α₃."),
            ReportTable(("number", "true:", "found:", "standard error:", "unit"), rows),
            Picture("joint", friction_curves(runs.joint), "Cold and warm, F_c and v_s shared."),
        ],
    )


def dynamic_chapter(runs: DynamicRuns) -> Chapter:
    return Chapter(
        "Slow chirps",
        [
            Paragraph(
                "The velocity swings at about 0.5 Hz. Friction is the motor's torque less the "
                "inverse of the flexible model; the law predicts it along the measured velocity."
            ),
            Picture("chirp", friction_over_time(runs.cold), "Measured and predicted friction."),
            Picture(
                "scatter",
                search_ends(runs.cold),
                "S4, figure 5.6, and how the cost rises along each number.",
            ),
            Picture(
                "laws",
                law_loops({"LuGre": runs.cold, "Dahl": runs.laws["dahl"], "GMS": runs.laws["gms"]}),
                "Three laws where the motor turns round, each with its own σ.",
            ),
        ],
    )
