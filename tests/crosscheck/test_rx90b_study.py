"""The study of the welding robot from beginning to end."""

from __future__ import annotations

import json
from dataclasses import asdict

import pytest

from armwright.studies.registry import find
from tests.crosscheck.claims import check_claims

pytestmark = pytest.mark.crosscheck


def test_what_differs_and_twice_the_same() -> None:
    """A full model that is as fast leaves less to gain than S3's did; friction that is the same in
    both methods leaves no difference at rest; the gains are not those that a laser needs, nor is a
    speed whose acceleration jumps; and what is stiff is sliding, not sticking."""
    found = [find("rx90b").run(lambda what, done: None) for _ in range(2)]
    different = {claim.key for claim in found[0].claims if claim.verdict == "differs"}
    assert different == {
        "accuracy",
        "currents-resting",
        "presliding",
        "tenth-of-the-time",
        "welding-trapezoid",
    }
    check_claims("rx90b", found[0].claims)
    first, second = (json.dumps([asdict(claim) for claim in one.claims]) for one in found)
    assert first == second
