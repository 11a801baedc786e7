"""What a study found, as files in a folder."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from tempfile import TemporaryDirectory

from armwright.errors import InputError
from armwright.files import write_whole
from armwright.report.html import render
from armwright.signals import Run
from armwright.studies.document import document
from armwright.studies.study import Outcome, Study

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]*")


def write(study: Study, outcome: Outcome, folder: str | os.PathLike[str]) -> list[Path]:
    """`report.html`, `claims.json`, `figures/*.png` and `runs/*.nc`; returns their paths.

    All is drawn and written aside before any file of an earlier time is replaced. Files of other
    names stay.
    """
    folder = Path(folder)
    page = render(document(study, outcome))
    contents = {
        "report.html": page.html.encode(),
        "claims.json": _claims(study, outcome).encode(),
        **{f"figures/{_checked(name)}.png": png for name, png in page.pictures.items()},
    }
    runs = {f"runs/{_checked(name)}.nc": run for name, run in outcome.runs.items()}
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(prefix=".study-", dir=folder) as aside:
            _fill(Path(aside), contents, runs)
            return [_move(Path(aside), folder, name) for name in (*contents, *runs)]
    except OSError as error:
        reason = error.strerror or str(error)
        raise InputError(f"cannot be written: {reason}", where=str(folder)) from error


def _claims(study: Study, outcome: Outcome) -> str:
    """Nothing in here changes from one time to the next."""
    table = {
        "study": study.name,
        "source": study.source,
        "claims": [asdict(claim) for claim in outcome.claims],
    }
    return json.dumps(table, indent=1, ensure_ascii=False) + "\n"


def _fill(aside: Path, contents: Mapping[str, bytes], runs: Mapping[str, Run]) -> None:
    for name, content in contents.items():
        write_whole(aside / name, content)
    for name, run in runs.items():
        run.save(aside / name)


def _move(aside: Path, folder: Path, name: str) -> Path:
    target = folder / name
    target.parent.mkdir(exist_ok=True)
    (aside / name).replace(target)
    return target


def _checked(name: str) -> str:
    if not _NAME.fullmatch(name):
        raise InputError(
            "not the name of a file",
            where="study",
            got=repr(name),
            expected="letters, digits, dots, hyphens and underscores",
        )
    return name
