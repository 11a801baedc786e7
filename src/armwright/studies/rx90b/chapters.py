"""The chapters of the report, in the order of `study.py`."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from armwright.report.html.parts import Chapter, Fold, Paragraph, Picture, ReportTable
from armwright.signals import Run
from armwright.studies.rx90b.figures import (
    currents_figure,
    deviation_figure,
    points_figure,
    tuning_figure,
    velocities_figure,
)
from armwright.studies.rx90b.measures import distance
from armwright.studies.rx90b.runs import FAR, Variants
from armwright.studies.rx90b.source import MOST, POINTS


def line_chapter(full: Run) -> Chapter:
    return Chapter(
        "The welding line",
        [
            Paragraph(
                "Six rigid axes, a spring that carries the arm's weight, coupled wrist drives, "
                "seven LuGre frictions, position control at 1 kHz inside which velocity and "
                "current loops run at 4 kHz. S3 identified its numbers and prints none of them: "
                "those here are assumed, and of what depends on them only the kind can agree."
            ),
            Picture(
                "velocities",
                velocities_figure(full),
                "References of the joints' velocities; S3, figure 7.",
            ),
            Picture("currents", currents_figure({"full model": full}), "S3, figure 9."),
        ],
    )


def method_chapter(full: Run, perturbed: Mapping[int, Run]) -> Chapter:
    linear = perturbed[POINTS]
    both = {"full model": full, f"perturbation, {linear.data.attrs['points']} points": linear}
    return Chapter(
        "The perturbation method",
        [
            Paragraph(
                "Along the reference the arm's equations are linearised exactly; friction, drives "
                "and controller stay as they are. Between the points the matrices are linear in "
                "time, and the nominal torque is cubic."
            ),
            Picture(
                "deviation",
                deviation_figure(both),
                "Deviation from the line by both methods on top of each other, and their "
                "difference; S3, figure 10.",
            ),
            Picture("points", points_figure(full, perturbed), "More points, less error."),
            _points_table(full, perturbed),
            Fold(
                "Currents by both methods",
                [Picture("both-currents", currents_figure(both), "They lie on top of each other.")],
            ),
        ],
    )


def _points_table(full: Run, runs: Mapping[int, Run]) -> ReportTable:
    """Error against the number of points, and what each run said of itself."""
    rows = []
    for run in runs.values():
        apart, known = distance(full, run), run.data.attrs
        rows.append(
            (
                f"{known['points']}",
                f"{1e6 * apart.max():.3f}",
                f"{1e6 * np.quantile(apart, MOST):.4f}",
                f"{1e6 * known['second_order_error']:.3f}",
                f"{100 * known['neglected_torque']:.3g}",
                f"{1e3 * known['largest_departure']:.3f}",
            )
        )
    return ReportTable(
        (
            "points:",
            "largest difference, µm:",
            "90 % below, µm:",
            "estimated by the run, µm:",
            "torque neglected, %:",
            "departure, mrad:",
        ),
        rows,
        "Differences of the tool from the full model. The estimate needs no full model: it is how "
        "far the tool moves when the torque that the linear model lacks is put back. What remains "
        "with many points, some 0.03 µm, is no error of the linearisation: the linear arm is held "
        "for 2 ms at a time.",
    )


def variants_chapter(found: Variants) -> Chapter:
    far = list(zip(FAR, found.far, strict=True))
    best = min(far, key=lambda one: one[1])
    return Chapter(
        "Many variants of one path",
        [
            Paragraph(
                "The reference is the same for all gains and for all frictions, and so is the "
                "linearisation: runs that differ in these share it, four or eight of them in the "
                "lanes of a vector."
            ),
            Picture("tuning", tuning_figure(found), "Gains of the position loop."),
            Paragraph(
                "Higher proportional gains are better on this grid, but not without end. With the "
                f"scenario's integral gain the full model follows best with {best[0]}/s and leaves "
                f"{1e6 * best[1]:.1f} µm; beyond that the loop, sampled at 1 and 4 kHz behind a "
                f"current loop that lags, fails: {1e3 * far[-1][1]:.1f} mm with {far[-1][0]}/s. "
                "The model has no elasticity and its sensors no noise, which would end it sooner."
            ),
            ReportTable(
                ("proportional gain, 1/s:", "deviation, µm:"),
                [(f"{gain}", f"{1e6 * off:.1f}") for gain, off in far],
                "The largest distance of the tool from where it should be, by the full model.",
            ),
        ],
    )
