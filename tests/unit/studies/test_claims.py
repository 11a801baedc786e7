"""Verdicts follow from what was measured, and how many there are of each."""

from __future__ import annotations

import math

import pytest

from armwright.report.html import Fold, ReportTable
from armwright.studies import Claim, NumberLimits, Statement, Verdict, judge, observed
from armwright.studies.claim import Measured, at_least, at_most, between, count, near, tally
from armwright.studies.claims_chapter import claims_chapter

BOTH = Statement(
    "both",
    "S9",
    "a and b",
    "kind",
    {"a": at_most("a", 2.0, "m", "so"), "b": at_least("b", 1.0, "s", "so", lasting=False)},
)


@pytest.mark.parametrize(
    ("limits", "inside", "outside"),
    [
        (at_most("", 2.0, "", ""), (-1e9, 2.0), (2.0001, math.inf)),
        (at_least("", 2.0, "", ""), (2.0, 1e9), (1.9999, -math.inf)),
        (between("", 1.0, 2.0, "", ""), (1.0, 2.0), (0.9999, 2.0001)),
        (near("", 3.0, 0.5, "", ""), (2.5, 3.5), (2.4999, -3.0)),
    ],
)
def test_limits_hold_to_their_ends(
    limits: NumberLimits, inside: tuple[float, ...], outside: tuple[float, ...]
) -> None:
    assert all(limits.hold(value) for value in inside)
    assert not any(limits.hold(value) for value in (*outside, math.nan))


@pytest.mark.parametrize(
    ("a", "b", "verdict"),
    [
        (2.0, 1.0, "kind"),
        (2.1, 1.0, "differs"),
        (2.0, 0.9, "differs"),
        (math.nan, 1.0, "differs"),
    ],
)
def test_a_verdict_is_that_of_all_numbers(a: float, b: float, verdict: Verdict) -> None:
    assert judge(BOTH, {"a": a, "b": b}) == verdict
    claim = BOTH.judged("words", "note", a=a, b=b)
    assert (claim.key, claim.where, claim.says) == ("both", "S9", "a and b")
    assert (claim.got, claim.note, claim.verdict) == ("words", "note", verdict)


def test_a_claim_keeps_what_its_verdict_hangs_on() -> None:
    """But for numbers that are not the same every time, or none."""
    assert BOTH.judged("", a=1.5, b=3.0).measured == (
        Measured("a", 1.5, None, 2.0, "m", "so"),
        Measured("b", None, 1.0, None, "s", "so"),
    )
    assert BOTH.judged("", a=math.inf, b=3.0).measured[0].value is None


@pytest.mark.parametrize("numbers", [{}, {"a": 1.0}, {"a": 1.0, "b": 1.0, "c": 1.0}])
def test_what_is_measured_is_what_is_declared(numbers: dict[str, float]) -> None:
    with pytest.raises(TypeError, match="both: measured"):
        BOTH.judged("", **numbers)


def test_without_limits_there_is_no_verdict() -> None:
    with pytest.raises(TypeError, match="nothing: measured"):
        Statement("nothing", "S9", "it is nice", "kind", {}).judged("")
    assert observed("a", "b", "c", "d") == Claim("a", "b", "c", "d", "observed")


@pytest.mark.parametrize(
    ("number", "kind", "differs", "seen", "text"),
    [
        (9, 5, 1, 0, "14 of 15 agree: 9 in number, 5 in kind; 1 differs"),
        (2, 0, 2, 1, "2 of 4 agree: 2 in number; 2 differ; 1 more observed, not judged"),
        (0, 3, 0, 0, "3 of 3 agree: 3 in kind"),
        (0, 0, 1, 0, "0 of 1 agree; 1 differs"),
    ],
)
def test_count(number: int, kind: int, differs: int, seen: int, text: str) -> None:
    verdicts: list[Verdict] = [
        *["number"] * number,
        *["kind"] * kind,
        *["differs"] * differs,
        *["observed"] * seen,
    ]
    assert count(tally(Claim("", "", "", "", one) for one in reversed(verdicts))) == text


@pytest.mark.parametrize(
    ("value", "limits", "told"),
    [
        (-180.0, near("", -180.0, 0.05, "", ""), ("−180.00", "−180.05 to −179.95")),
        (1.5e-3, near("", 1.5e-3, 1e-6, "", ""), ("0.001500", "0.001499 to 0.001501")),
        (0.31, at_most("", 0.4, "", ""), ("0.31", "≤ 0.40")),
        (3e-14, at_most("", 1e-9, "", ""), ("3e−14", "≤ 1e−9")),
        (2.0, between("", 2.0, 2.0, "", ""), ("2", "2")),
    ],
)
def test_limits_are_told_with_decimals_that_tell_them_apart(
    value: float, limits: NumberLimits, told: tuple[str, str]
) -> None:
    statement = Statement("one", "S9", "a number", "number", {"one": limits})
    folds = claims_chapter([statement.judged("so", one=value)]).parts
    table = next(
        part
        for fold in folds
        if isinstance(fold, Fold)
        for part in fold.parts
        if isinstance(part, ReportTable) and "agrees:" in part.head
    )
    assert tuple(table.rows[0][2:4]) == told
