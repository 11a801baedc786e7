"""The study of S2 from beginning to end."""

from __future__ import annotations

from armwright.progress import Tell
from armwright.robot import load
from armwright.studies.formulations.chapters import (
    derived_chapter,
    evaluated_chapter,
    falling_chapter,
    order_chapter,
)
from armwright.studies.formulations.claims import counted_claims, printed_claims
from armwright.studies.formulations.runs import METHOD_NAMES, Comparison, compare
from armwright.studies.formulations.source import OF_THE_SOURCE, SOURCE
from armwright.studies.study import Outcome, Study


def run(tell: Tell) -> Outcome:
    found = compare(tell)
    tell("equations beside those of the source", 0.95)
    return Outcome(
        claims=[*printed_claims(), *counted_claims(found)],
        chapters=[
            derived_chapter(found),
            evaluated_chapter(found),
            falling_chapter(found),
            order_chapter(found),
        ],
        runs={"falling": found.fall.run},
        facts=[
            ("arms", "cart_pendulum, cart_double_pendulum, scara, puma560_armstrong3, six_axis")
        ],
        timings=_timings(found),
        robots=[load(name) for name in (*OF_THE_SOURCE, "six_axis")],
    )


def _timings(found: Comparison) -> dict[str, float]:
    six = found.growing[-1].derived
    derived = {
        f"six axes, {METHOD_NAMES[method]}: {what}": seconds
        for method, one in six.by.items()
        for what, seconds in (("closed form", one.to_close), ("sequence", one.to_list))
    }
    fallen = {f"double pendulum: {way}": s for way, s in found.fall.seconds.items()}
    return {**derived, **fallen}


STUDY = Study(
    name="formulations",
    title="Newton-Euler, Lagrange, Kane",
    source=SOURCE,
    summary=(
        "Which formulation is best? The source says it in words; here the equations of its arms, "
        "and of arms with two to six axes, are derived by all three, counted, turned into code and "
        "timed, beside the path that armwright itself takes."
    ),
    run=run,
)
