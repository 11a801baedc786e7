"""S2's chapter 6, run from beginning to end."""

import pytest

from armwright.studies.kinematic_identification import STUDY

pytestmark = pytest.mark.crosscheck


def test_the_study_of_kinematic_identification() -> None:
    outcome = STUDY.run(lambda what, done: None)
    verdicts = {claim.key: claim.verdict for claim in outcome.claims}
    assert verdicts == {
        "cube": "kind",
        "method": "kind",
        "remainder": "differs",
        "causes": "observed",
        "full-fit": "kind",
        "joint-2": "kind",
        "joint-3": "kind",
        "joint-2-after": "observed",
        "joint-3-after": "observed",
    }
    assert [chapter.title for chapter in outcome.chapters] == [
        "Five points of a cube",
        "Tables",
        "The real PUMA",
    ]
