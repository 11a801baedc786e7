"""The study from beginning to end."""

from __future__ import annotations

import time as clock
from collections.abc import Callable
from typing import TypeVar

from armwright.robot import load
from armwright.signals import Run
from armwright.studies.running import run_together
from armwright.studies.six_axis.beyond import beyond_section, run_beyond
from armwright.studies.six_axis.cases import half_moon_cases, step_cases
from armwright.studies.six_axis.errors import Steps
from armwright.studies.six_axis.half_moon import half_moon_section
from armwright.studies.six_axis.ideal import ideal_section
from armwright.studies.six_axis.implementation import build_matrices, implementation_section
from armwright.studies.six_axis.inertia import inertia_section
from armwright.studies.six_axis.noise import noise_section
from armwright.studies.six_axis.payload import payload_section
from armwright.studies.six_axis.two_link import run_two_link, two_link_section
from armwright.studies.study import Outcome, Tell

_T = TypeVar("_T")
#: Runs that stand in tables only, and get no file.
_ASIDE = ("unlimited", "weight-90", "weight-110")


def run(tell: Tell) -> Outcome:
    timings: dict[str, float] = {}

    def timed(what: str, work: Callable[[], _T]) -> _T:
        begun = clock.perf_counter()
        result = work()
        timings[what] = clock.perf_counter() - begun
        return result

    tell("the matrices of the six-axis arm", 0.0)
    built = build_matrices(load("six_axis"))
    timings["B, C and G: expressions"] = sum(one.to_build for one in built)
    timings["B, C and G: machine code"] = sum(one.to_compile for one in built)
    tell("the two-link arm", 0.05)
    two_link = timed("two-link arm: four runs", run_two_link)
    tell("the steps, ideal and with noise, payloads, inertias", 0.15)
    scenarios = step_cases()
    steps = Steps.of(scenarios["ideal"])
    many = f"steps: {len(scenarios)} runs of 10 s, with all that it takes to make them run"
    runs: dict[str, Run] = timed(many, lambda: run_together(scenarios))
    timings["steps: the runs alone"] = float(runs["ideal"].data.attrs["wall_seconds"])
    tell("the half moon", 0.3)
    runs |= timed("half moon: four runs of 11 s", lambda: run_together(half_moon_cases()))
    tell("a filter, and a robust outer loop", 0.45)
    beyond = timed("filter and robust loop: 20 runs of 10 s", run_beyond)
    tell("tables and pictures", 0.6)
    sections = [
        two_link_section(two_link),
        implementation_section(built),
        ideal_section(steps, runs),
        noise_section(steps, runs),
        payload_section(steps, runs),
        inertia_section(steps, runs),
        half_moon_section(steps, runs),
        beyond_section(steps, runs, beyond),
    ]
    return Outcome(
        claims=[claim for section in sections for claim in section.claims],
        chapters=[section.chapter for section in sections],
        runs={**two_link, **{name: run for name, run in runs.items() if name not in _ASIDE}},
        facts=[
            ("arms", "six_axis, rigid; two_link_nonplanar"),
            ("scenarios", "six-axis/steps, noise, half-moon, robust, robust-filtered; two-link/…"),
        ],
        timings=timings,
    )
