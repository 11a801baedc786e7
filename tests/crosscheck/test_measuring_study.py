"""The study of the measuring system from beginning to end."""

from __future__ import annotations

import pytest

from armwright.studies.registry import find
from tests.crosscheck.claims import check_claims

pytestmark = pytest.mark.crosscheck


def test_every_claim_agrees_in_kind() -> None:
    found = find("measuring").run(lambda what, done: None)
    assert {claim.verdict for claim in found.claims} == {"kind", "observed"}
    check_claims("measuring", found.claims)
