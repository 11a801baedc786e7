"""The chapter of a report that compares: what differs first, what agrees folded."""

from __future__ import annotations

import math
from collections.abc import Sequence

from armwright.report.html import Chapter, Fold, Paragraph, ReportPart, ReportTable
from armwright.studies.claim import WORDS, Claim, Measured, Verdict, count, tally
from armwright.studies.wording import fixed, short

_MARKS: dict[Verdict, str] = {"number": "good", "kind": "fair", "differs": "bad", "observed": ""}
#: The order in which a reader wants them, and what their folds are called.
_FOLDS: dict[Verdict, str] = {
    "kind": "{} in kind: the same behaviour; its size depends on what is not published",
    "observed": "{} observed: to know beside what is claimed; no result could refute it",
    "number": "{} in number: within limits that were set before the runs",
}


def claims_chapter(claims: Sequence[Claim]) -> Chapter:
    parts: list[ReportPart] = [Paragraph(f"{count(tally(claims))}.")]
    differing = _with("differs", claims)
    if differing:
        parts.append(_table(differing))
    for verdict, words in _FOLDS.items():
        found = _with(verdict, claims)
        if found:
            title = words.format(_number_of(found, verdict))
            parts.append(Fold(title, [_table(found)]))
    numbers = sum(len(claim.measured) for claim in claims)
    if numbers:
        title = f"What each verdict hangs on: {numbers} measured numbers and their limits"
        parts.append(Fold(title, [_limits_table(in_order(claims))]))
    return Chapter("What the source reports, and what we get", parts)


def in_order(claims: Sequence[Claim]) -> list[Claim]:
    """What differs first, what agrees in number last."""
    return [one for verdict in ("differs", *_FOLDS) for one in _with(verdict, claims)]


def _number_of(claims: Sequence[Claim], verdict: Verdict) -> str:
    if verdict == "observed":
        return str(len(claims))
    return f"{len(claims)} {'agrees' if len(claims) == 1 else 'agree'}"


def _with(verdict: str, claims: Sequence[Claim]) -> list[Claim]:
    return [claim for claim in claims if claim.verdict == verdict]


def _table(claims: Sequence[Claim]) -> ReportTable:
    return ReportTable(
        ("source", "what it reports", "what we get", "verdict"),
        [(claim.where, claim.says, claim.got, WORDS[claim.verdict]) for claim in claims],
        marks=[_MARKS[claim.verdict] for claim in claims],
        notes=[claim.note for claim in claims],
    )


def _limits_table(claims: Sequence[Claim]) -> ReportTable:
    """A row for every number that was measured for a verdict."""
    rows = [
        (claim.where, one.what, *_in_unit(one), WORDS[claim.verdict], one.why)
        for claim in claims
        for one in claim.measured
    ]
    head = ("source", "measured", "value:", "agrees:", "unit", "verdict", "why there")
    caption = (
        "A claim agrees if all its numbers are within their limits. The same numbers, by the "
        "claims' keys and with all digits, are in claims.json."
    )
    return ReportTable(head, rows, caption, stacked=True)


def _in_unit(one: Measured) -> tuple[str, str, str]:
    """Value, limits and unit; the three numbers with as many decimals as each other."""
    decimals = _decimals([x for x in (one.value, one.low, one.high) if x is not None])
    if decimals is not None and one.low is not None and one.high is not None:
        decimals = max(decimals, _apart(one.high - one.low))
    value, low, high = (_number(x, decimals) for x in (one.value, one.low, one.high))
    if one.low is None:
        limits = f"≤ {high}"
    elif one.high is None:
        limits = f"≥ {low}"
    else:
        limits = f"{low} to {high}" if one.low < one.high else low
    return value, limits, one.unit


#: Numbers between these are written with decimals, others with a power of ten.
_PLAIN = (1e-3, 1e6)


def _decimals(numbers: Sequence[float]) -> int | None:
    """So many that each shows four digits, if none is too small or too large for that."""
    sizes = [abs(x) for x in numbers if x]
    if any(not _PLAIN[0] <= size < _PLAIN[1] for size in sizes):
        return None
    needed = [_digits(x) for x in numbers]
    return max(needed, default=0)


def _apart(width: float) -> int:
    """Decimals that tell limits of this width from their middle."""
    return -math.floor(math.log10(width / 2) + 1e-6) if width > 0 else 0


def _digits(number: float) -> int:
    """Decimals of a number in four digits."""
    text = f"{number:.4g}"
    return len(text.partition(".")[2]) if "e" not in text else 0


def _number(value: float | None, decimals: int | None) -> str:
    if not value:
        return "–" if value is None else "0"
    return short(value, 4) if decimals is None else fixed(value, decimals)
