"""The study of a coupled wrist from beginning to end."""

from __future__ import annotations

import pytest

from armwright.studies.registry import find
from tests.crosscheck.claims import check_claims

pytestmark = pytest.mark.crosscheck


def test_what_the_source_prints_and_what_a_train_has() -> None:
    found = find("gearbox").run(lambda what, done: None)
    differing = {claim.key for claim in found.claims if claim.verdict == "differs"}
    assert differing == {"ratios", "share", "sixth", "enough"}
    check_claims("gearbox", found.claims)
