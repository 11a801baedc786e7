"""The study from beginning to end."""

from __future__ import annotations

import time as clock
from collections.abc import Mapping

from armwright.report.html.parts import Chapter, Fold, Paragraph, Picture, ReportTable
from armwright.scenario import Scenario, load_scenario
from armwright.signals import Run
from armwright.studies.rx90b import comparison, line, variants
from armwright.studies.rx90b.figures import (
    currents_figure,
    deviation_figure,
    velocities_figure,
)
from armwright.studies.rx90b.points_figure import points_figure
from armwright.studies.rx90b.variants import Variants
from armwright.studies.rx90b.variants_figure import tuning_figure
from armwright.studies.study import Outcome, Tell

_POINTS = (25, 50, 100, 200, 400, 800)
_SMOOTH = ["joint_position", "joint_velocity", "joint_acceleration", "motor_current"]
_WITHOUT = ("coulomb_feedforward_positive", "coulomb_feedforward_negative", "viscous_feedforward")


def run(tell: Tell) -> Outcome:
    scenario = load_scenario("rx90b/line")
    tell("the full model", 0.0)
    begun = clock.perf_counter()
    full = scenario.simulate()
    wall = clock.perf_counter() - begun
    tell("without feed-forward of friction", 0.1)
    without = scenario.changed({f"controller.{name}": 0.0 for name in _WITHOUT}).simulate()
    perturbed: dict[int, Run] = {}
    for k, points in enumerate(_POINTS):
        tell(f"the perturbation method with {points} points", 0.2 + 0.05 * k)
        perturbed[points] = scenario.simulate(method="perturbation", points=points)
    linear = perturbed[comparison.POINTS]
    tell("without friction", 0.48)
    smooth = scenario.changed({"fidelity.friction": False, "recording.signals": _SMOOTH}).simulate()
    tell("an arm with flexible joints", 0.5)
    elastic = load_scenario("six-axis-line")
    flexible = elastic.simulate(), elastic.simulate(method="perturbation", points=comparison.POINTS)
    tell("many variants", 0.6)
    many = variants.run_variants(scenario)
    tell("both methods by the clock", 0.8)
    times = comparison.run_times(scenario)
    tell("tables and pictures", 0.85)
    return Outcome(
        claims=[
            *line.claims(full),
            line.coupling(smooth, scenario.robot),
            line.compensation(full, without),
            *comparison.claims(full, linear, flexible),
            *comparison.speed_claims(times, wall),
            *variants.claims(many),
        ],
        chapters=[
            _line_chapter(full),
            _method_chapter(full, perturbed),
            _variants_chapter(many),
        ],
        runs={
            "full": full,
            "without-friction-feed-forward": without,
            "without-friction": smooth,
            "perturbation": linear,
            "flexible-full": flexible[0],
            "flexible-perturbation": flexible[1],
        },
        facts=[
            (
                "arm",
                "rx90b: geometry, masses, drives and friction assumed, none of it printed in S3",
            ),
            ("scenario", "rx90b/line"),
            ("seed", str(scenario.seed)),
        ],
        timings=_timings(scenario, wall, times, many),
    )


def _line_chapter(full: Run) -> Chapter:
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


def _method_chapter(full: Run, perturbed: Mapping[int, Run]) -> Chapter:
    linear = perturbed[comparison.POINTS]
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
            comparison.points_table(full, perturbed),
            Fold(
                "Currents by both methods",
                [Picture("both-currents", currents_figure(both), "They lie on top of each other.")],
            ),
        ],
    )


def _variants_chapter(found: Variants) -> Chapter:
    far = list(zip(variants.FAR, found.far, strict=True))
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


def _timings(
    scenario: Scenario, wall: float, times: Mapping[str, float], many: Variants
) -> dict[str, float]:
    def seconds(run: Run) -> float:
        return float(run.data.attrs["wall_seconds"])

    return {
        f"full model, {scenario.duration:g} s, with all that it takes to make it run": wall,
        "full model, the run alone": times["full"],
        "perturbation method, the run alone": times["perturbation"],
        f"{variants.SAMPLES} variants, full model, one thread": seconds(many.full),
        f"{variants.SAMPLES} variants, perturbation method, one thread": seconds(many.perturbed),
        f"{many.tuning.size} pairs of gains, perturbation method": seconds(many.tuned),
        "S3's full model in 2004": 70 * 60.0,
    }
