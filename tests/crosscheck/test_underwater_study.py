"""The study of arms under water, from beginning to end."""

from __future__ import annotations

import pytest

from armwright.studies.underwater import STUDY

DIFFER = {"small-coriolis", "less-than-drag", "constant", "equations", "tracking", "limiter"}
#: Of what goes beyond S2.
DIFFER |= {"fixed-base", "tool-kept", "saturation", "platform-felt"}


@pytest.mark.crosscheck
def test_the_study_of_arms_under_water() -> None:
    """What S2 is found to be wrong about, and nothing else; its own equations give the computed
    checks."""
    outcome = STUDY.run(lambda what, done: None)
    verdicts = {claim.key: claim.verdict for claim in outcome.claims}
    assert {key for key, verdict in verdicts.items() if verdict == "differs"} == DIFFER
    said = {claim.key: claim.got for claim in outcome.claims}
    assert "0.089 and 0.219" in said["equations"] and "−0.155 and 1.027" in said["equations"]
    assert "1.01 rad" in said["small-coriolis"] and "0.133" in said["positive"]
    assert said["tracking"].startswith("0.072 and 0.121")
    assert "0.0108 to 0.0339" in said["limiter"]
    assert said["interaction"] == "link 2 moves by 0.008 rad, link 1 by 0.018"
    assert {chapter.title for chapter in outcome.chapters} >= {"On a vehicle", "An arm in space"}
