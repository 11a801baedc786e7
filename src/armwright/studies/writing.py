"""What a study found, as files in a folder."""

from __future__ import annotations

import json
import os
import re
from dataclasses import asdict
from pathlib import Path

from armwright.errors import InputError
from armwright.files import Content, write_results
from armwright.report.html import render
from armwright.studies.document import document
from armwright.studies.study import Outcome, Study

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]*")


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
        "claims.json": _claims(study, outcome),
        **{f"figures/{_checked(name)}.png": png for name, png in page.pictures.items()},
        **{f"runs/{_checked(name)}.nc": run.write for name, run in outcome.runs.items()},
    }


def _claims(study: Study, outcome: Outcome) -> str:
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
