"""The study of S1 from beginning to end."""

from __future__ import annotations

from armwright.equations import GROUPS, derive
from armwright.progress import Tell
from armwright.robot import load
from armwright.studies.running import Pieces, run_together
from armwright.studies.six_axis.chapters import (
    beyond_chapter,
    half_moon_chapter,
    ideal_chapter,
    implementation_chapter,
    inertia_chapter,
    noise_chapter,
    payload_chapter,
    two_link_chapter,
)
from armwright.studies.six_axis.claims.beyond import beyond_claims
from armwright.studies.six_axis.claims.half_moon import half_moon_claims
from armwright.studies.six_axis.claims.ideal import ideal_claims
from armwright.studies.six_axis.claims.implementation import implementation_claims
from armwright.studies.six_axis.claims.inertia import inertia_claims
from armwright.studies.six_axis.claims.noise import noise_claims
from armwright.studies.six_axis.claims.payload import payload_claims
from armwright.studies.six_axis.claims.two_link import two_link_claims
from armwright.studies.six_axis.measures import StepTest, bought_by
from armwright.studies.six_axis.runs import (
    TWO_LINK,
    build_matrices,
    half_moon_cases,
    run_beyond,
    run_two_link,
    step_cases,
)
from armwright.studies.six_axis.source import SOURCE
from armwright.studies.study import Outcome, Study

#: Runs that stand in tables only, and get no file.
_ASIDE = ("unlimited", "weight-90", "weight-110")


def run(tell: Tell) -> Outcome:
    pieces = Pieces(tell)
    tell("the matrices of the six-axis arm", 0.0)
    built = build_matrices(load("six_axis"))
    pieces.seconds["B, C and G: expressions"] = sum(one.to_build for one in built)
    pieces.seconds["B, C and G: machine code"] = sum(one.to_compile for one in built)
    tell("the two-link arm", 0.05)
    with pieces.timed("two-link arm: four runs"):
        two_link = run_two_link()
    tell("the steps, ideal and with noise, payloads, inertias", 0.15)
    scenarios = step_cases()
    steps = StepTest.of(scenarios["ideal"])
    many = f"steps: {len(scenarios)} runs of 10 s, with all that it takes to make them run"
    with pieces.timed(many):
        runs = run_together(scenarios)
    pieces.seconds["steps: the runs alone"] = float(runs["ideal"].data.attrs["wall_seconds"])
    tell("the half moon", 0.3)
    with pieces.timed("half moon: four runs of 11 s"):
        runs |= run_together(half_moon_cases())
    tell("a filter, and a robust outer loop", 0.45)
    with pieces.timed("filter and robust loop: 20 runs of 10 s"):
        beyond = run_beyond()
    tell("tables and pictures", 0.6)
    equations = derive(load(TWO_LINK), method="lagrange", symbols=GROUPS)
    bought = bought_by(steps, runs, beyond)
    return Outcome(
        claims=[
            *two_link_claims(two_link, equations),
            *implementation_claims(built),
            *ideal_claims(steps, runs),
            *noise_claims(steps, runs),
            *payload_claims(steps, runs),
            *inertia_claims(steps, runs),
            *half_moon_claims(steps, runs),
            *beyond_claims(bought),
        ],
        chapters=[
            two_link_chapter(two_link, equations),
            implementation_chapter(built),
            ideal_chapter(steps, runs["ideal"]),
            noise_chapter(steps, runs),
            payload_chapter(steps, runs),
            inertia_chapter(steps, runs),
            half_moon_chapter(runs),
            beyond_chapter(bought),
        ],
        runs={**two_link, **{name: run for name, run in runs.items() if name not in _ASIDE}},
        facts=[
            ("arms", "six_axis, rigid; two_link_nonplanar"),
            ("scenarios", "six-axis/steps, noise, half-moon, robust, robust-filtered; two-link/…"),
        ],
        timings=pieces.seconds,
    )


STUDY = Study(
    name="six-axis",
    title="A six-axis arm under inverse-dynamics control",
    source=SOURCE,
    summary=(
        "A rigid six-axis arm takes steps in its joints and goes round a half moon, under "
        "inverse-dynamics control with limits: ideal, with noise, with a wrong payload and wrong "
        "inertias. Before that a two-link arm whose equations fit on two lines; after it a "
        "filter and a robust outer loop, which the source only wishes for."
    ),
    run=run,
)
