"""The study of S1 from beginning to end."""

from __future__ import annotations

from armwright.equations import GROUPS, derive
from armwright.progress import Tell
from armwright.robot import load
from armwright.studies.running import Pieces, run_together
from armwright.studies.six_axis.chapters.beyond import beyond_chapter
from armwright.studies.six_axis.chapters.controller_code import controller_code_chapter
from armwright.studies.six_axis.chapters.half_moon import half_moon_chapter, many_arms_chapter
from armwright.studies.six_axis.chapters.steps import (
    ideal_chapter,
    inertia_chapter,
    noise_chapter,
    payload_chapter,
)
from armwright.studies.six_axis.chapters.two_link import implementation_chapter, two_link_chapter
from armwright.studies.six_axis.claims.beyond import beyond_claims
from armwright.studies.six_axis.claims.cases import case_claims
from armwright.studies.six_axis.claims.controller_code import controller_code_claims
from armwright.studies.six_axis.claims.half_moon import half_moon_claims
from armwright.studies.six_axis.claims.ideal import ideal_claims
from armwright.studies.six_axis.claims.implementation import implementation_claims
from armwright.studies.six_axis.claims.inertia import inertia_claims
from armwright.studies.six_axis.claims.many_arms import many_arms_claims
from armwright.studies.six_axis.claims.noise import noise_claims
from armwright.studies.six_axis.claims.payload import payload_claims
from armwright.studies.six_axis.claims.two_link import two_link_claims
from armwright.studies.six_axis.controller_code import export_controller, run_sampled
from armwright.studies.six_axis.many_arms import ARMS, run_many_arms
from armwright.studies.six_axis.measures import StepTest, bought_by, payload_found
from armwright.studies.six_axis.runs import (
    CONTROLLERS,
    OF_SOURCE,
    TESTS,
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
    what = f"steps: {len(scenarios)} runs of 10 s, with all that it takes to make them run"
    with pieces.timed(what):
        runs = run_together(scenarios)
    pieces.seconds["steps: the runs alone"] = float(runs["ideal"].data.attrs["wall_seconds"])
    tell("the half moon", 0.3)
    with pieces.timed("half moon: four runs of 11 s"):
        runs |= run_together(half_moon_cases())
    tell(f"the half moon: sweeps of {ARMS} arms", 0.35)
    with pieces.timed(f"half moon: six sweeps of {ARMS} runs"):
        many = run_many_arms()
    tell("filters and outer loops", 0.45)
    count = len(CONTROLLERS) * len(TESTS)
    with pieces.timed(f"filters and outer loops: {count} runs of 10 s"):
        beyond = run_beyond()
    tell("the controller sampled, and as C", 0.55)
    with pieces.timed("sampled controller: six runs of 10 s; its code"):
        sampled, code = run_sampled(), export_controller()
    tell("tables and pictures", 0.6)
    equations = derive(load(TWO_LINK), method="lagrange", symbols=GROUPS)
    bought = bought_by(steps, runs, beyond)
    found = payload_found(beyond["estimated payload"])
    return Outcome(
        claims=[
            *two_link_claims(two_link, equations),
            *implementation_claims(built),
            *ideal_claims(steps, runs),
            *noise_claims(steps, runs),
            *payload_claims(steps, runs),
            *inertia_claims(steps, runs),
            *case_claims(steps, runs),
            *half_moon_claims(steps, runs),
            *many_arms_claims(many),
            *beyond_claims(bought, found),
            *controller_code_claims(steps, runs["ideal"], sampled, code),
        ],
        chapters=[
            two_link_chapter(two_link, equations),
            implementation_chapter(built),
            ideal_chapter(steps, runs["ideal"]),
            noise_chapter(steps, runs),
            payload_chapter(steps, runs),
            inertia_chapter(steps, runs),
            half_moon_chapter(runs),
            many_arms_chapter(many, list(runs["ideal"].data["joint"].values)),
            beyond_chapter(bought, {OF_SOURCE: runs, **beyond}),
            controller_code_chapter(steps, runs, sampled, code),
        ],
        runs={**two_link, **{name: run for name, run in runs.items() if name not in _ASIDE}},
        facts=[
            ("arms", "six_axis, rigid; two_link_nonplanar"),
            (
                "scenarios",
                "six-axis/steps, noise, half-moon, robust, robust-filtered, observed, "
                "estimated, sampled; two-link/…",
            ),
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
        "inertias. Before that a two-link arm whose equations fit on two lines; after it what the "
        "source only wishes for: filters, an observer, robust outer loops, an estimated payload, "
        "and the controller as C code."
    ),
    run=run,
)
