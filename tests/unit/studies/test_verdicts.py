"""Every verdict of every study can turn: for each statement a result is planted that turns it."""

from __future__ import annotations

import math

import pytest

from armwright.studies import STUDIES, judge
from tests.unit.studies.planted import PLANTED
from tests.unit.studies.stated import sources, statements, unlisted

STATED = {(study, key): one for study in STUDIES for key, one in statements(study).items()}


def test_every_statement_has_a_planted_result_and_no_other_has() -> None:
    planted = {(study, key) for study, plants in PLANTED.items() for key in plants}
    assert set(STATED) == planted


@pytest.mark.parametrize("study", STUDIES)
def test_statements_are_there_before_a_study_runs(study: str) -> None:
    assert {
        name: unlisted(source) for name, source in sources(study).items() if unlisted(source)
    } == {}


@pytest.mark.parametrize(("study", "key"), STATED)
def test_the_planted_result_turns_the_verdict(study: str, key: str) -> None:
    statement, plant = STATED[study, key], PLANTED[study][key]
    assert set(statement.limits) == set(plant.found) == set(plant.planted)
    if judge(statement, plant.found) == "differs":
        assert judge(statement, plant.planted) == statement.way
        return
    for name in plant.planted:
        spoiled = {**plant.found, name: plant.planted[name]}
        assert judge(statement, spoiled) == "differs", f"{name}: {plant.wrong}"


@pytest.mark.parametrize(("study", "key"), STATED)
def test_limits_say_what_they_are_of_and_why_they_are_there(study: str, key: str) -> None:
    for limits in STATED[study, key].limits.values():
        assert limits.what and limits.why
        assert limits.low is not None or limits.high is not None
        assert not limits.hold(math.nan)


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("A = Statement(1)\nB = {k: rounding(k) for k in 'ab'}", []),
        ("def make(key) -> Statement:\n    return Statement(key)\nA = make(1)", []),
        ("def run():\n    return Statement(1).judged('')", ["Statement in run"]),
        ("def run():\n    return rounding(1)", ["rounding in run"]),
        ("def run():\n    return Claim(1)", ["Claim by hand"]),
    ],
)
def test_statements_made_on_the_way_are_seen(source: str, found: list[str]) -> None:
    assert unlisted(source) == found
