"""Coefficients of hulls by `armwright identify`, as docs/underwater.md has it."""

from __future__ import annotations

import csv
import shlex
from pathlib import Path

import pytest

from tests.support.documents import FENCE, ROOT
from tests.unit.cli.conftest import Run


@pytest.mark.crosscheck
def test_added_mass_is_found_on_the_command_line(run: Run) -> None:
    page = (ROOT / "docs" / "underwater.md").read_text("utf-8")
    (commands,) = [code for language, code in FENCE.findall(page) if language == "sh"]
    for line in commands.splitlines():
        code, _, err = run(*shlex.split(line)[1:])
        assert (code, err) == (0, ""), line
    with Path("found/parameters.csv").open(encoding="utf-8") as file:
        rows = {row["number"]: float(row["value"]) for row in csv.DictReader(file)}
    paths = [f"links.link{k}.hull.added_mass_coefficient" for k in (1, 2)]
    assert rows == pytest.approx(dict.fromkeys(paths, 1.0), abs=1e-6)
