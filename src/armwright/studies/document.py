"""The report of a study."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.metadata import version

from armwright.report.html import Chapter, Document, Table, Text
from armwright.studies.claim import WORDS, Claim, Verdict, count
from armwright.studies.study import Outcome, Study

_MARKS: dict[Verdict, str] = {"number": "good", "kind": "fair", "differs": "bad"}


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
    table = Table(
        ("source", "what it reports", "what we get", "verdict"),
        [(claim.where, claim.says, claim.got, WORDS[claim.verdict]) for claim in claims],
        marks=[_MARKS[claim.verdict] for claim in claims],
        notes=[claim.note for claim in claims],
    )
    return [Chapter("What the source reports, and what we get", [Text(f"{count(claims)}."), table])]


def _times(timings: Mapping[str, float]) -> list[Chapter]:
    if not timings:
        return []
    rows = [(what, f"{seconds:.2f}") for what, seconds in timings.items()]
    note = Text("Another machine, or another day, gives other times; all else in here stays.")
    return [Chapter("Computing times", [Table(("what", "seconds:"), rows), note])]
