"""The study of force control against walls from beginning to end."""

from __future__ import annotations

import pytest

from armwright.studies.registry import find
from tests.crosscheck.claims import check_claims

pytestmark = pytest.mark.crosscheck


def test_all_claims_agree() -> None:
    found = find("force-control").run(lambda what, done: None)
    check_claims("force-control", found.claims)
    assert not [claim.key for claim in found.claims if claim.verdict == "differs"]
