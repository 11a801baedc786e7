"""What a study found, as a report and as files in a folder."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from dataclasses import asdict, replace
from importlib.metadata import version
from pathlib import Path

from armwright.errors import InputError
from armwright.files import Content, write_results
from armwright.report.html import (
    Chapter,
    Document,
    Fold,
    Paragraph,
    Picture,
    ReportPart,
    ReportTable,
    render,
)
from armwright.signals import Run
from armwright.studies.citing import cited_in
from armwright.studies.claim import tally
from armwright.studies.claims_chapter import claims_chapter
from armwright.studies.model_chapter import model_chapter, robots_of
from armwright.studies.study import Outcome, Study
from armwright.studies.wording import fixed, short

REPORT = "report.html"
#: Rows of a table that nobody reads before a picture.
LONG = 6
#: What a run says of itself, of the things that do not change from one time to the next.
_SAID = ("scenario", "case", "robot", "seed", "duration", "integrator", "step")
#: Their units.
_UNITS = {"duration": "s", "step": "s"}
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]*")


def report_file(study: Study) -> str:
    """Where the report is, from a folder with a folder of each study."""
    return f"{study.name}/{REPORT}"


def write(study: Study, outcome: Outcome, folder: str | os.PathLike[str]) -> list[Path]:
    """`report.html`, `claims.json`, `figures/*.png` and `runs/*.nc`; returns their paths.

    All of them or none; what an earlier study wrote there goes, and files of others stay.
    """
    return write_results(folder, contents(study, outcome))


def contents(study: Study, outcome: Outcome) -> dict[str, Content]:
    """The files by their names; the report is drawn."""
    runs = {_run_file(name): run for name, run in outcome.runs.items()}
    page = render(document(study, outcome))
    return {
        REPORT: page.html,
        "claims.json": _claims_json(study, outcome),
        **{f"figures/{_checked(name)}.png": png for name, png in page.pictures.items()},
        **{name: run.write for name, run in runs.items()},
    }


def _claims_json(study: Study, outcome: Outcome) -> str:
    """Nothing in here changes from one time to the next."""
    table = {
        "study": study.name,
        "title": study.title,
        "source": study.source,
        "command": command(study),
        "armwright": version("armwright"),
        "files": {_run_file(name): _made_of(run) for name, run in outcome.runs.items()},
        "count": dict(tally(outcome.claims)),
        "claims": [asdict(claim) for claim in outcome.claims],
    }
    return json.dumps(cited_in(table), indent=1, ensure_ascii=False) + "\n"


def command(study: Study) -> str:
    return f"armwright study {study.name}"


def _run_file(name: str) -> str:
    return f"runs/{_checked(name)}.nc"


def _made_of(run: Run) -> dict[str, object]:
    """What the run says of itself that is the same every time."""
    return {key: run.data.attrs[key] for key in _SAID if key in run.data.attrs}


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
    """The claims first, then what the study has to show, then what it is made of, and last how
    long it took."""
    facts = (
        ("source", study.source),
        *outcome.facts,
        ("command", command(study)),
        ("armwright", version("armwright")),
    )
    robots = robots_of(outcome.runs, outcome.robots)
    chapters = (
        *([claims_chapter(outcome.claims)] if outcome.claims else ()),
        *(pictures_first(chapter) for chapter in outcome.chapters),
        *([model_chapter(robots)] if robots else ()),
        *([_files_chapter(study, outcome.runs)] if outcome.runs else ()),
        *_times_chapter(outcome.timings),
    )
    return cited_in(Document(study.title, study.summary, facts, chapters))


def pictures_first(chapter: Chapter) -> Chapter:
    """A long table waits for the pictures that follow it at once."""
    parts: list[ReportPart] = []
    waiting: list[ReportPart] = []
    for part in chapter.parts:
        if isinstance(part, ReportTable) and len(part.rows) > LONG:
            waiting.append(part)
            continue
        if not isinstance(part, Picture):
            parts += waiting
            waiting = []
        parts.append(part)
    return replace(chapter, parts=[*parts, *waiting])


def _files_chapter(study: Study, runs: Mapping[str, Run]) -> Chapter:
    made = {name: _made_of(run) for name, run in runs.items()}
    keys = [key for key in _SAID if any(key in one for one in made.values())]
    rows = [
        (_run_file(name), *(str(one.get(key, "–")) for key in keys)) for name, one in made.items()
    ]
    words = Paragraph(
        f"The command “{command(study)}” makes all of this again. Beside this page there are "
        "claims.json, with every claim and the numbers behind it, the pictures in figures/, and "
        "the runs below, in NetCDF."
    )
    head = (f"{key}, {_UNITS[key]}:" if key in _UNITS else key for key in keys)
    table = ReportTable(("file", *head), rows, stacked=True)
    return Chapter("Command and data files", [words, Fold(f"Runs: {len(rows)}", [table])])


def _times_chapter(timings: Mapping[str, float]) -> list[Chapter]:
    if not timings:
        return []
    rows = [(what, _seconds(seconds)) for what, seconds in timings.items()]
    note = Paragraph("Another machine, or another day, gives other times; all else in here stays.")
    return [Chapter("Computing times", [ReportTable(("what", "seconds:"), rows), note])]


def _seconds(value: float) -> str:
    """Three digits at least, so that short times can be compared, too."""
    return fixed(value, 0) if value >= 100 else short(value, 3)
