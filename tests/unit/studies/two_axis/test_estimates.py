"""The study's chapter on where the tool is, on one path and a short way."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from armwright import Run, Scenario
from armwright.estimate import tool_position
from armwright.report.html.parts import Chapter, Fold, Paragraph, Picture, ReportTable
from armwright.studies.claim import Claim
from armwright.studies.two_axis.chapters.estimation import estimation_chapter
from armwright.studies.two_axis.claims.estimation import estimation_claims
from armwright.studies.two_axis.estimates import EstimationCase, cases, estimate_tool
from armwright.studies.two_axis.runs import setups
from tests.unit.estimate.arms import observer, run_of


@cache
def made() -> tuple[dict[str, Scenario], dict[str, Run], Chapter, list[Claim]]:
    """Sim2 has its own model, and here the motion of Sim3: the filter takes any."""
    every = {name: one for name, one in setups().items() if name.startswith("square")}
    runs = {"sim1": "sim1", "sim2": "sim3", "sim3": "sim3", "sim4": "sim4"}
    given = {f"square-{sim}": run_of(name) for sim, name in runs.items()}
    estimates = estimate_tool(observer(), every, given)
    chapter = estimation_chapter(given, estimates)
    return every, given, chapter, estimation_claims(estimates.by_setup)


def parts(kind: type) -> list:
    chapter = made()[2]
    inside = [part for fold in chapter.parts if isinstance(fold, Fold) for part in fold.parts]
    return [part for part in (*chapter.parts, *inside) if isinstance(part, kind)]


def test_cases() -> None:
    found = cases(["circle-sim1", "circle-sim2"])
    assert found == [
        EstimationCase("circle", "sim1"),
        EstimationCase("circle", "sim2"),
        EstimationCase("circle", "sim2", believed=True),
    ]
    words = ["Sim1", "Sim2, the true model", "Sim2, the controller's model"]
    assert [case.setup for case in found] == words


@pytest.mark.crosscheck
def test_tables_hold_what_filters_find() -> None:
    scenarios, runs = made()[:2]
    sizes = parts(ReportTable)[0]
    row = next(row for row in sizes.rows if row[0] == "Sim3")
    ways = (
        {"accelerometer": False},
        {"drift": False},
        {},
        {"drift": False, "calibrated": True},
    )
    name = "square-sim3"
    true = runs[name].data.tool_position.values
    for k, way in enumerate(ways):
        found = tool_position(scenarios[name], runs[name], **way)
        off = 1e6 * np.linalg.norm(found.tool_position - true, axis=1)
        assert row[2 + k] == f"{np.sqrt((off**2).mean()):.0f} ({off.max():.0f})"
    for table in parts(ReportTable):
        assert all(len(row) == len(table.head) for row in table.rows)


@pytest.mark.crosscheck
def test_words_and_claims() -> None:
    """Sim2's model errors are the worst, trust in a wrong sensor is worse than none."""
    scenarios, runs, _, claims = made()
    assert [claim.verdict for claim in claims] == ["kind"] * 3
    assert len(parts(Paragraph)) == 4 and len(parts(Picture)) == 1
    again = estimation_chapter(runs, estimate_tool(observer(), scenarios, runs))
    assert [part.rows for part in again.parts if isinstance(part, ReportTable)] == [
        part.rows for part in made()[2].parts if isinstance(part, ReportTable)
    ]
