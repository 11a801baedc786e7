"""Files and command lines, broken by the hundred: `tests/support/fuzz.py` has the thousands."""

from __future__ import annotations

import pytest

from tests.support.fuzz import KINDS, campaign

pytestmark = pytest.mark.crosscheck


@pytest.mark.parametrize("kind", KINDS)
def test_broken_inputs_are_refused_or_give_a_result(kind: str) -> None:
    outcomes = list(campaign(50, seed=0, kinds=(kind,)))
    assert [one for one in outcomes if one[2] == "found"] == []
    assert len({one[2] for one in outcomes}) == (1 if kind == "command" else 2), "none is as it was"
