"""The chapters of the report, in the order of `study.py`."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from armwright.report.html.parts import Chapter, Fold, Paragraph, Picture, ReportTable
from armwright.robot import Robot
from armwright.signals import Run
from armwright.studies.rx90b.elastic import SwingRuns, Welding
from armwright.studies.rx90b.figures.arm import arm_figure, elements_figure, path_figure
from armwright.studies.rx90b.figures.elastic import seam_figure, swing_figure
from armwright.studies.rx90b.figures.gains import tuning_figure, welding_figure
from armwright.studies.rx90b.figures.line import (
    currents_figure,
    deviation_figure,
    frictions_figure,
    velocities_figure,
)
from armwright.studies.rx90b.figures.method import points_figure
from armwright.studies.rx90b.measures import distance
from armwright.studies.rx90b.runs import FAR, EquationRuns, Variants
from armwright.studies.rx90b.solvers import BORNE, Solvers
from armwright.studies.rx90b.source import MOST, POINTS
from armwright.studies.wording import percent, scientific, short


def line_chapter(robot: Robot, full: Run) -> Chapter:
    return Chapter(
        "The welding line",
        [
            Paragraph(
                "Six rigid axes, a spring that carries the arm's weight, coupled wrist drives, "
                "seven LuGre frictions, position control at 1 kHz inside which velocity and "
                "current loops run at 4 kHz. S3 identified its numbers and prints none of them: "
                "those here are assumed, and of what depends on them only the kind can agree."
            ),
            Picture("arm", arm_figure(robot, full), "The arm; S3, figure 1."),
            Picture(
                "path", path_figure(robot, full), "The line, and the speed on it; S3, figure 6."
            ),
            Picture(
                "velocities",
                velocities_figure(full),
                "References of the joints' velocities; S3, figure 7.",
            ),
            Picture(
                "currents",
                currents_figure({"full model": full}),
                "Currents of the motors; S3, figure 9, has that of joint 3.",
            ),
        ],
    )


def equations_chapter(found: EquationRuns, line: Run) -> Chapter:
    return Chapter(
        "The equations",
        [
            Paragraph(
                "Each of S3's equations is written out once more as it is printed, with the "
                "numbers of robot and scenario and nothing else of the plant, and evaluated "
                "along runs. S3 has finite elements with lumped masses: here six masses stand "
                "for each link, and the derivatives of their places by the joints are cross "
                "products with the axes. Forces, matrices and friction so found are those of the "
                "plant, to rounding."
            ),
            Picture(
                "elements",
                elements_figure(found.published.mechanism, line),
                "The model of elements; S3, figure 2.",
            ),
            Paragraph(
                "S3's seventh friction torque, τ₇, is one on the axis of motor 6, which turns "
                "with joints 5 and 6: it feels the sum of their velocities and loads both alike "
                "(12). In runs it is the entry 'wrist lugre' of friction_torque, on the joints' "
                "side of the gears. How far the bristles of all seven are bent is "
                "friction_deflection."
            ),
            Picture(
                "frictions",
                frictions_figure(found.full),
                "The seven friction torques and their bristles where joints 2 and 3 turn around; "
                "S3 (12), (17), (18).",
            ),
        ],
    )


def solvers_chapter(found: Solvers) -> Chapter:
    perturbed = [
        (name, f"{steps}", f"{100 * error:.3f}" if np.isfinite(error) else "lost")
        for (name, steps), error in found.perturbed.items()
    ]
    full = [
        (name, f"{steps}" if steps else "as many as needed", scientific(1e6 * error, 1))
        for (name, steps), error in found.tools.items()
    ]
    return Chapter(
        "A stiff solver",
        [
            Paragraph(
                "S3 integrates with ode23tb, which is stiff, and blames the high stiffness of "
                f"pre-sliding. The fastest rate of change, times the tick of {_ms(found.tick)}, is "
                f"{short(found.rest)} at rest and {short(found.sliding)} in sliding, where an "
                f"explicit scheme of fourth order bears {short(BORNE)}: what is stiff are "
                "bristles that slide. armwright has their exact solution at a held velocity in "
                "each step, and needs no iteration."
            ),
            ReportTable(
                ("scheme", "steps a tick:", "largest error of δq, %:"),
                perturbed,
                "S3's perturbed motion with friction, (17) to (31), for 0.1 s across the "
                "reversal, with the currents of a run; beside LSODA with a tolerance of 1e−9, of "
                "the largest δq. armwright's is the run itself, whose matrices are held for "
                f"{_ms(found.held)}.",
            ),
            ReportTable(
                ("scheme", "steps a tick:", "largest distance, µm:"),
                full,
                "The full model for the first 0.1 s, closed loop: tools beside that of CVODES' "
                "BDF with a tolerance of 1e−10.",
            ),
        ],
    )


def elastic_chapter(line: Run, found: SwingRuns) -> Chapter:
    return Chapter(
        "An elastic arm",
        [
            Paragraph(
                "S3 ends with flexibilities, which could be added. Here they are, on its own "
                "robot: springs in all six gears, a pedestal that tilts and an upper arm that "
                "bends and twists (rx90b/elastic; all their numbers are assumed). Friction is on "
                "the motors' side of the springs. With rigid joints it is the same run as before."
            ),
            Picture(
                "swing",
                swing_figure({"rigid arm": line, "elastic arm": found.full}),
                "The end of the line: the elastic arm swings.",
            ),
        ],
    )


def welding_chapter(found: Welding) -> Chapter:
    return Chapter(
        "Could it weld?",
        [
            Paragraph(
                "A laser may be 0.1 mm beside the seam. The weight alone bends the arm by up to "
                f"{1e6 * np.linalg.norm(found.seam.sag, axis=-1).max():.0f} µm; but seams are "
                "taught with the arm bent as it is. What counts is how far the spot is from "
                "there, across the whole line. The encoders count and are noisy. With a "
                "trapezoidal speed the acceleration jumps at both ends and kicks the springs; "
                "with limited jerk there are gains that will do."
            ),
            Picture("welding", welding_figure(found), "Where on the map a laser could weld."),
            Picture("seam", seam_figure(found), "The run with the best gains."),
        ],
    )


def method_chapter(full: Run, perturbed: Mapping[int, Run], held: float) -> Chapter:
    """`perturbed`: by the points that were asked for. `held`: for how long its matrices are, s."""
    linear = perturbed[POINTS]
    both = {"full model": full, f"perturbation, {linear.data.attrs['points']} points": linear}
    return Chapter(
        "The perturbation method",
        [
            Paragraph(
                "Along the reference the arm's equations are linearised exactly; friction, drives "
                "and controller stay as they are. Between the points the matrices are linear in "
                "time, and the nominal torque is cubic. Points are multiples "
                f"of {_ms(held)} apart: S3's {POINTS} become {linear.data.attrs['points']}."
            ),
            Picture(
                "deviation",
                deviation_figure(both),
                "Deviation from the line by both methods on top of each other, and their "
                "difference; S3, figure 10.",
            ),
            Picture("points", points_figure(full, perturbed), "More points, less error."),
            _points_table(full, perturbed, held),
            Fold(
                "Currents by both methods",
                [Picture("both-currents", currents_figure(both), "They lie on top of each other.")],
            ),
        ],
    )


def _points_table(full: Run, runs: Mapping[int, Run], held: float) -> ReportTable:
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
            f"{percent(MOST)} below, µm:",
            "estimated by the run, µm:",
            "torque neglected, %:",
            "departure, mrad:",
        ),
        rows,
        "Differences of the tool from the full model. The estimate needs no full model: it is how "
        "far the tool moves when the torque that the linear model lacks is put back. What remains "
        "with many points is no error of the linearisation: the linear arm is held for "
        f"{_ms(held)} at a time.",
    )


def _ms(seconds: float) -> str:
    return f"{1e3 * seconds:g} ms"


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
                "Higher proportional gains are better on this grid, but not without end. With "
                f"the scenario's integral gain the full model follows best with {best[0]}/s and "
                f"leaves {1e6 * best[1]:.1f} µm; beyond that the loop, sampled at 1 and 4 kHz "
                f"behind a current loop that lags, fails: {1e3 * far[-1][1]:.1f} mm with "
                f"{far[-1][0]}/s. The model has no elasticity and its sensors no noise, which "
                "would end it sooner: see the maps for welding."
            ),
            ReportTable(
                ("proportional gain, 1/s:", "deviation, µm:"),
                [(f"{gain}", f"{1e6 * off:.1f}") for gain, off in far],
                "The largest distance of the tool from where it should be, by the full model.",
            ),
        ],
    )
