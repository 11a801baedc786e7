"""Every verdict on what a filter follows can turn."""

from __future__ import annotations

import pytest

from armwright.studies import judge
from armwright.studies.claim import Statement
from armwright.studies.friction.adaptive import claims
from tests.unit.studies.planted import FOLLOWED_FRICTION

STATED = {one.key: one for one in vars(claims).values() if isinstance(one, Statement)}
#: Where the source is found to differ.
DIFFERING = ("follow-medium",)


def test_every_statement_has_a_planted_result() -> None:
    assert set(STATED) == set(FOLLOWED_FRICTION)


@pytest.mark.parametrize("key", STATED)
def test_the_planted_result_turns_the_verdict(key: str) -> None:
    statement, plant = STATED[key], FOLLOWED_FRICTION[key]
    assert set(statement.limits) == set(plant.found) == set(plant.planted)
    if key in DIFFERING:
        assert judge(statement, plant.found) == "differs"
        assert judge(statement, plant.planted) == statement.way
        return
    assert judge(statement, plant.found) == statement.way
    for name in plant.planted:
        assert judge(statement, {**plant.found, name: plant.planted[name]}) == "differs", name
