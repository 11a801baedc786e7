"""The study of the welding robot from beginning to end."""

from __future__ import annotations

import json
from dataclasses import asdict

import pytest

from armwright.studies.registry import find

pytestmark = pytest.mark.crosscheck


def test_every_claim_but_the_tenth_of_the_time() -> None:
    """A full model that is as fast leaves less to gain than S3's did. Twice the same claims."""
    found = [find("rx90b").run(lambda what, done: None) for _ in range(2)]
    different = [claim.says for claim in found[0].claims if claim.verdict == "differs"]
    assert different == ["the perturbation method takes about a tenth of the time"]
    first, second = (json.dumps([asdict(claim) for claim in one.claims]) for one in found)
    assert first == second
