"""The whole study of S1, once."""

from __future__ import annotations

import pytest

from armwright.report.html.page import drawn
from armwright.studies.six_axis import STUDY
from tests.crosscheck.claims import check_claims

pytestmark = pytest.mark.crosscheck

#: What S1 says otherwise, and why not, stands in the notes of the claims.
DIFFERS = {
    "two-link-any-torques",
    "matrices-too-long",
    "payload-size-5",
    "payload-size-10",
    "payload-lighter",
    "tool-position",
    "tool-turn",
    "inertia-torque",
    "inertia-acceleration",
    "half-moon-changes",
    "half-moon-oscillations",
    "half-moon-acceleration",
    "figures-noise-both",
    "centres-of-gravity",
    "half-moon-combined",
}


def test_the_study_finds_what_it_should() -> None:
    told: list[float] = []
    outcome = STUDY.run(lambda what, done: told.append(done))
    assert {claim.key for claim in outcome.claims if claim.verdict == "differs"} == DIFFERS
    check_claims("six-axis", outcome.claims)
    assert told == sorted(told) and told[0] == 0 and told[-1] < 1
    assert {"ideal", "noise-both", "payload-90", "inertia-110", "half-moon"} <= set(outcome.runs)
    assert all(run.data.attrs["complete"] for run in outcome.runs.values())
    assert all(seconds > 0 for seconds in outcome.timings.values())
    moon = [chapter for chapter in outcome.chapters if "half moon" in chapter.title]
    names = {"half-moon-arm", "half-moon-path", "half-moon", "half-moon-bands"}
    assert set(drawn(moon)) == names
