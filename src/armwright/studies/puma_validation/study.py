"""The study of S2's chapter 5 from beginning to end."""

from __future__ import annotations

from armwright.progress import Tell
from armwright.studies.puma_validation.chapters import (
    motor_link_chapter,
    others_chapter,
    puma_chapter,
)
from armwright.studies.puma_validation.claims import (
    motor_link_claims,
    other_claims,
    puma_claims,
)
from armwright.studies.puma_validation.runs import run_motor_link, run_others, run_puma
from armwright.studies.puma_validation.source import SOURCE
from armwright.studies.study import Outcome, Study


def run(tell: Tell) -> Outcome:
    link = run_motor_link(tell)
    puma = run_puma(tell)
    others = run_others(tell)
    return Outcome(
        claims=[*motor_link_claims(link), *puma_claims(puma), *other_claims(others)],
        chapters=[motor_link_chapter(link), puma_chapter(puma), others_chapter(others)],
        runs={
            "motor-link": link.run,
            "held-softly": link.soft,
            "puma": puma.truth,
            "over-the-top": puma.top[1],
            "pushed": others.pushed,
        },
        facts=[("robots", "S2's motor and link; puma560_armstrong3; scara")],
    )


STUDY = Study(
    name="puma-validation",
    title="Is a model valid, and for what?",
    source=SOURCE,
    summary=(
        "S2 identifies one motor and link, fails on coupled joints, tunes the PUMA's friction by "
        "hand, and finds its model valid for positions. Here all of it is simulated with known "
        "numbers, and identified: what the source's methods find, what they cannot, and what can."
    ),
    run=run,
)
