"""Verdicts, and how many there are of each."""

from __future__ import annotations

import pytest

from armwright.studies import Claim, Verdict, in_kind, in_number
from armwright.studies.claim import count


def test_verdicts() -> None:
    assert in_number("a", "b", "c", True, "d") == Claim("a", "b", "c", "number", "d")
    assert in_kind("a", "b", "c", True) == Claim("a", "b", "c", "kind", "")
    assert in_number("a", "b", "c", False).verdict == "differs"
    assert in_kind("a", "b", "c", False).verdict == "differs"


@pytest.mark.parametrize(
    ("number", "kind", "differs", "text"),
    [
        (9, 5, 1, "14 of 15 agree: 9 in number, 5 in kind; 1 differs"),
        (2, 0, 2, "2 of 4 agree: 2 in number; 2 differ"),
        (0, 3, 0, "3 of 3 agree: 3 in kind"),
        (0, 0, 1, "0 of 1 agree; 1 differs"),
    ],
)
def test_count(number: int, kind: int, differs: int, text: str) -> None:
    verdicts: list[Verdict] = ["number"] * number + ["kind"] * kind + ["differs"] * differs
    assert count([Claim("", "", "", verdict) for verdict in reversed(verdicts)]) == text
