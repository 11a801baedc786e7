"""The claims of a whole study beside the statements and the planted results of the fast tests."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from armwright.studies import Claim, judge
from tests.unit.studies.planted import PLANTED
from tests.unit.studies.stated import statements


def check_claims(study: str, claims: Sequence[Claim]) -> None:
    """Every statement is judged once, nothing else is; and what was planted beside is what a run
    gives."""
    judged = [claim for claim in claims if claim.verdict != "observed"]
    assert sorted(claim.key for claim in judged) == sorted(statements(study))
    check_part(study, judged)


def check_part(study: str, judged: Sequence[Claim]) -> None:
    """What was planted beside some claims is what a run gives: the same verdict, and numbers that
    are alike, but for rounding errors and times."""
    stated, planted = statements(study), PLANTED[study]
    for claim in judged:
        found = planted[claim.key].found
        assert claim.verdict == judge(stated[claim.key], found), claim.key
        for name, one in zip(stated[claim.key].limits, claim.measured, strict=True):
            if one.value is not None and abs(found[name]) > 1e-8:
                assert one.value == pytest.approx(found[name], rel=0.3), (claim.key, name)
