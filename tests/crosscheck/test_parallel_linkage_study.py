"""The study of the arm with a parallel linkage from beginning to end."""

from __future__ import annotations

import pytest

from armwright.studies.registry import find
from tests.crosscheck.claims import check_claims

pytestmark = pytest.mark.crosscheck


def test_every_claim_agrees() -> None:
    found = find("parallel-linkage").run(lambda what, done: None)
    assert {claim.verdict for claim in found.claims} == {"number", "kind", "observed"}
    check_claims("parallel-linkage", found.claims)
