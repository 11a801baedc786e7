"""The report of a study."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.metadata import version

from armwright.report.html import Chapter, Document, Fold, Paragraph, ReportTable
from armwright.report.html.parts import ReportPart
from armwright.studies.claim import WORDS, Claim, Measured, Verdict, count
from armwright.studies.study import Outcome, Study

_MARKS: dict[Verdict, str] = {"number": "good", "kind": "fair", "differs": "bad", "observed": ""}


def document(study: Study, outcome: Outcome) -> Document:
    """The claims first, then what the study has to show, and last how long it took."""
    facts = (
        ("source", study.source),
        *outcome.facts,
        ("armwright", version("armwright")),
    )
    chapters = (
        *_claims(outcome.claims),
        *outcome.chapters,
        *_times(outcome.timings),
    )
    return Document(study.title, study.summary, facts, chapters)


def _claims(claims: Sequence[Claim]) -> list[Chapter]:
    if not claims:
        return []
    table = ReportTable(
        ("source", "what it reports", "what we get", "verdict"),
        [(claim.where, claim.says, claim.got, WORDS[claim.verdict]) for claim in claims],
        marks=[_MARKS[claim.verdict] for claim in claims],
        notes=[claim.note for claim in claims],
    )
    parts: list[ReportPart] = [
        Paragraph(f"{count(claims)}."),
        table,
        Fold("What each verdict hangs on", [_limits(claims)]),
    ]
    return [Chapter("What the source reports, and what we get", parts)]


def _limits(claims: Sequence[Claim]) -> ReportTable:
    """A row for every number that was measured for a verdict."""
    rows = [
        (claim.where, one.what, _number(one.value), _range(one), one.why)
        for claim in claims
        for one in claim.measured
    ]
    head = ("source", "measured", "value", "agrees", "why there")
    caption = "A claim agrees if all its numbers are within their limits, in the units of these."
    return ReportTable(head, rows, caption)


def _range(one: Measured) -> str:
    low, high = _number(one.low), _number(one.high)
    if one.low is None:
        words = f"up to {high}"
    elif one.high is None:
        words = f"from {low}"
    else:
        words = f"{low} to {high}" if one.low < one.high else low
    return f"{words} {one.unit}".strip()


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:.4g}".replace("-", "\N{MINUS SIGN}")


def _times(timings: Mapping[str, float]) -> list[Chapter]:
    if not timings:
        return []
    rows = [(what, f"{seconds:.2f}") for what, seconds in timings.items()]
    note = Paragraph("Another machine, or another day, gives other times; all else in here stays.")
    return [Chapter("Computing times", [ReportTable(("what", "seconds:"), rows), note])]
