"""The study of S3 from beginning to end."""

from __future__ import annotations

import time as clock
from collections.abc import Mapping

from armwright.progress import Tell
from armwright.scenario import Scenario, load_scenario
from armwright.signals import Run
from armwright.studies.rx90b.chapters import (
    elastic_chapter,
    equations_chapter,
    line_chapter,
    method_chapter,
    solvers_chapter,
    variants_chapter,
    welding_chapter,
)
from armwright.studies.rx90b.claims.elastic import elastic_claims, welding_claims
from armwright.studies.rx90b.claims.equations import WINDOW, equation_claims
from armwright.studies.rx90b.claims.line import compensation_claim, coupling_claim, line_claims
from armwright.studies.rx90b.claims.perturbation import perturbation_claims, speed_claims
from armwright.studies.rx90b.claims.solvers import solver_claims
from armwright.studies.rx90b.claims.variants import variants_claims
from armwright.studies.rx90b.elastic import run_elastic, run_welding
from armwright.studies.rx90b.runs import (
    COUNTS_OF_POINTS,
    SAMPLES,
    Variants,
    run_equations,
    run_times,
    run_variants,
    without_feedforward,
    without_friction,
)
from armwright.studies.rx90b.solvers import run_solvers
from armwright.studies.rx90b.source import POINTS, SOURCE, WALL_TIME
from armwright.studies.study import Outcome, Study


def run(tell: Tell) -> Outcome:
    scenario = load_scenario("rx90b/line")
    tell("the full model", 0.0)
    begun = clock.perf_counter()
    full = scenario.simulate()
    wall = clock.perf_counter() - begun
    tell("without feed-forward of friction", 0.08)
    without = without_feedforward(scenario).simulate()
    perturbed: dict[int, Run] = {}
    for k, points in enumerate(COUNTS_OF_POINTS):
        tell(f"the perturbation method with {points} points", 0.1 + 0.03 * k)
        perturbed[points] = scenario.simulate(method="perturbation", points=points)
    linear = perturbed[POINTS]
    tell("without friction", 0.28)
    smooth = without_friction(scenario).simulate()
    tell("the equations", 0.3)
    equations = run_equations(scenario, WINDOW)
    tell("stiff solvers", 0.36)
    solvers = run_solvers(scenario, equations)
    tell("the elastic arm", 0.44)
    elastic = run_elastic()
    tell("gains for welding", 0.55)
    welding = run_welding()
    tell("many variants", 0.65)
    many = run_variants(scenario)
    tell("both methods by the clock", 0.82)
    times = run_times(scenario)
    tell("tables and pictures", 0.88)
    return Outcome(
        claims=[
            *line_claims(full),
            coupling_claim(smooth, scenario.robot),
            compensation_claim(full, without),
            *equation_claims(equations, solvers.solution),
            *perturbation_claims(full, linear),
            *speed_claims(times, wall),
            *solver_claims(solvers),
            *elastic_claims(full, elastic, equations.published),
            *welding_claims(welding),
            *variants_claims(many),
        ],
        chapters=[
            line_chapter(scenario.robot, full),
            equations_chapter(equations, full),
            method_chapter(full, perturbed, solvers.held),
            solvers_chapter(solvers),
            elastic_chapter(full, elastic),
            welding_chapter(welding),
            variants_chapter(many),
        ],
        runs={
            "full": full,
            "without-friction-feed-forward": without,
            "without-friction": smooth,
            "perturbation": linear,
            "elastic-full": elastic.full,
            "elastic-perturbation": elastic.perturbed,
            "elastic-noisy": elastic.noisy[0],
            "welding": welding.best,
        },
        facts=[
            (
                "arm",
                "rx90b: geometry, masses, drives and friction assumed, none of it printed in S3",
            ),
            ("scenarios", "rx90b/line, rx90b/elastic"),
            ("seed", str(scenario.seed)),
        ],
        timings=_timings(scenario, wall, times, many),
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
        f"{SAMPLES} variants, full model, one thread": seconds(many.full),
        f"{SAMPLES} variants, perturbation method, one thread": seconds(many.perturbed),
        f"{many.tuning.size} pairs of gains, perturbation method": seconds(many.tuned),
        "S3's full model in 2004": WALL_TIME,
    }


STUDY = Study(
    name="rx90b",
    title="A welding robot on a straight line: the full model and the perturbation method",
    source=SOURCE,
    summary="The Stäubli RX90B with all that S3 describes draws a straight line, in full and by "
    "S3's method of small perturbations about the nominal motion.",
    run=run,
)
