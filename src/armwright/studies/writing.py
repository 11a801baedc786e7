"""What a study found, as a report and as files in a folder."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from importlib.metadata import version
from pathlib import Path

from armwright.errors import InputError
from armwright.files import Content, write_results
from armwright.report.html import Chapter, Document, Fold, render
from armwright.report.html.parts import Paragraph, ReportPart, ReportTable
from armwright.studies.claim import WORDS, Claim, Measured, Verdict, count
from armwright.studies.study import Outcome, Study

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]*")
_MARKS: dict[Verdict, str] = {"number": "good", "kind": "fair", "differs": "bad", "observed": ""}


def write(study: Study, outcome: Outcome, folder: str | os.PathLike[str]) -> list[Path]:
    """`report.html`, `claims.json`, `figures/*.png` and `runs/*.nc`; returns their paths.

    All of them or none; what an earlier study wrote there goes, and files of others stay.
    """
    return write_results(folder, contents(study, outcome))


def contents(study: Study, outcome: Outcome) -> dict[str, Content]:
    """The files by their names; the report is drawn."""
    page = render(document(study, outcome))
    return {
        "report.html": page.html,
        "claims.json": _claims_json(study, outcome),
        **{f"figures/{_checked(name)}.png": png for name, png in page.pictures.items()},
        **{f"runs/{_checked(name)}.nc": run.write for name, run in outcome.runs.items()},
    }


def _claims_json(study: Study, outcome: Outcome) -> str:
    """Nothing in here changes from one time to the next."""
    table = {
        "study": study.name,
        "source": study.source,
        "claims": [asdict(claim) for claim in outcome.claims],
    }
    return json.dumps(table, indent=1, ensure_ascii=False) + "\n"


def _checked(name: str) -> str:
    if not _NAME.fullmatch(name):
        raise InputError(
            "not the name of a file",
            where="study",
            got=repr(name),
            expected="letters, digits, dots, hyphens and underscores",
        )
    return name


def document(study: Study, outcome: Outcome) -> Document:
    """The claims first, then what the study has to show, and last how long it took."""
    facts = (
        ("source", study.source),
        *outcome.facts,
        ("armwright", version("armwright")),
    )
    chapters = (
        *_claims_chapter(outcome.claims),
        *outcome.chapters,
        *_times_chapter(outcome.timings),
    )
    return Document(study.title, study.summary, facts, chapters)


def _claims_chapter(claims: Sequence[Claim]) -> list[Chapter]:
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
        Fold("What each verdict hangs on", [_limits_table(claims)]),
    ]
    return [Chapter("What the source reports, and what we get", parts)]


def _limits_table(claims: Sequence[Claim]) -> ReportTable:
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


def _times_chapter(timings: Mapping[str, float]) -> list[Chapter]:
    if not timings:
        return []
    rows = [(what, f"{seconds:.2f}") for what, seconds in timings.items()]
    note = Paragraph("Another machine, or another day, gives other times; all else in here stays.")
    return [Chapter("Computing times", [ReportTable(("what", "seconds:"), rows), note])]
