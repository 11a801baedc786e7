"""The study of couplings of rotors and links from beginning to end."""

from __future__ import annotations

import pytest

from armwright.studies.registry import find
from tests.crosscheck.claims import check_claims

pytestmark = pytest.mark.crosscheck


def test_claims_agree_but_for_two() -> None:
    found = find("couplings").run(lambda what, done: None)
    check_claims("couplings", found.claims)
    differing = {claim.key for claim in found.claims if claim.verdict == "differs"}
    assert differing == {"triangular", "coriolis-all-joints"}
