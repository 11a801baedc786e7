"""The whole study of S1, once."""

from __future__ import annotations

import pytest

from armwright.report.html.pictures import drawn
from armwright.studies.six_axis import STUDY

pytestmark = pytest.mark.crosscheck

#: What S1 says otherwise, and why not, stands in the notes of the claims.
DIFFERS = {
    "this happens for torques above 0 and g m_A L_y/2, whatever they are",
    "with six joints the symbolic mass and Coriolis matrices get so long that they are hard to "
    "compile, which takes much computing power and time; the approach was discarded",
    "of all payloads, −10 % has the largest error",
    "the torque gets unstable, and has occasional peaks",
    "the same goes for the acceleration",
    "the error is larger only where the path changes its direction: at 0.3, 3, 5, 7 and 10 s",
    "some peaks and rapid oscillations of the torque in the first 2 s",
}


def test_the_study_finds_what_it_should() -> None:
    told: list[float] = []
    outcome = STUDY.run(lambda what, done: told.append(done))
    assert {claim.says for claim in outcome.claims if claim.verdict == "differs"} == DIFFERS
    assert len(outcome.claims) > 40
    assert told == sorted(told) and told[0] == 0 and told[-1] < 1
    assert {"ideal", "noise-both", "payload-90", "inertia-110", "half-moon"} <= set(outcome.runs)
    assert all(run.data.attrs["complete"] for run in outcome.runs.values())
    assert all(seconds > 0 for seconds in outcome.timings.values())
    assert len(drawn(outcome.chapters)) > 10
