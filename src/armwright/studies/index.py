"""The page in front of the reports of all studies, and the same for programs."""

from __future__ import annotations

import json
from collections.abc import Sequence
from importlib.metadata import version

from armwright.files import Content
from armwright.report.html import Chapter, Document, Paragraph, ReportTable, render
from armwright.sources import SOURCES
from armwright.studies.all_studies import Ended
from armwright.studies.claim import WORDS, count
from armwright.studies.registry import find
from armwright.studies.study import Study
from armwright.studies.writing import report_file

FAILED = "failed to run"


def index_contents(endings: Sequence[Ended]) -> dict[str, Content]:
    """`index.html` and `summary.json`; in the latter nothing changes from one time to the next."""
    studies = [find(one.study) for one in endings]
    summary = {
        "armwright": version("armwright"),
        "studies": [
            {
                "study": study.name,
                "title": study.title,
                "source": study.source,
                "report": "" if one.failure else report_file(study),
                "claims": {str(verdict): n for verdict, n in one.tally.items()},
                "failure": one.failure,
            }
            for one, study in zip(endings, studies, strict=True)
        ],
    }
    return {
        "index.html": render(_page(endings, studies)).html,
        "summary.json": json.dumps(summary, indent=1, ensure_ascii=False) + "\n",
    }


def _page(endings: Sequence[Ended], studies: Sequence[Study]) -> Document:
    whole = {verdict: sum(one.tally[verdict] for one in endings) for verdict in WORDS}
    failed = [one for one in endings if one.failure]
    verdicts = ReportTable(
        ("study", "title", "source", *(f"{words}:" for words in WORDS.values()), "seconds:"),
        [
            *(_row(one, study) for one, study in zip(endings, studies, strict=True)),
            ("all", "", "", *(str(n) for n in whole.values()), ""),
        ],
        stacked=True,
        links=[*("" if one.failure else report_file(find(one.study)) for one in endings), ""],
    )
    missing = [Paragraph(f"{one.study} {FAILED}: {one.failure}") for one in failed]
    return Document(
        "All studies",
        f"{count(whole)}. The study's name leads to its report.",
        [("command", "armwright study all"), ("armwright", version("armwright"))],
        [Chapter("Claims of each study, by their verdicts", [*missing, verdicts])],
    )


def _row(one: Ended, study: Study) -> tuple[str, ...]:
    cells = ["–"] * len(WORDS) if one.failure else [str(n) for n in one.tally.values()]
    return (one.study, study.title, _author(study), *cells, f"{one.seconds:.0f}")


def _author(study: Study) -> str:
    """Author and year of a source that is known by its tag, else all that is said of it."""
    known = (one.short for one in SOURCES.values() if study.source.startswith(one.full))
    return next(known, study.source)
