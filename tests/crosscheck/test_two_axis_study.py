"""The whole study of S0, twice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import pytest

from armwright.report.html.parts import Fold, Picture, ReportPart
from armwright.studies.study import Outcome
from armwright.studies.two_axis import STUDY
from armwright.studies.two_axis.runs import PATHS, options, setups
from tests.crosscheck.claims import check_claims

pytestmark = pytest.mark.crosscheck


@pytest.fixture(scope="module")
def outcome() -> Outcome:
    return STUDY.run(lambda what, done: None)


def pictures(parts: Sequence[ReportPart]) -> Iterator[Picture]:
    for part in parts:
        if isinstance(part, Fold):
            yield from pictures(part.parts)
        elif isinstance(part, Picture):
            yield part


def test_everything_agrees_but_two_wishes_of_our_own(outcome: Outcome) -> None:
    differing = [claim.key for claim in outcome.claims if claim.verdict == "differs"]
    assert differing == ["estimation-on-the-paths", "feedback-right-model"]
    check_claims("two-axis", outcome.claims)


def test_all_runs_are_there(outcome: Outcome) -> None:
    tried = {f"option-{name}" for name in options(setups()["square-sim1"])}
    fed = {"calibration", *(f"feedback-{path}" for path in PATHS)}
    assert set(outcome.runs) == set(setups()) | tried | fed


def test_pictures_are_drawn_in_the_width_of_the_report(outcome: Outcome) -> None:
    drawn = [picture for chapter in outcome.chapters for picture in pictures(chapter.parts)]
    assert len({picture.name for picture in drawn}) == len(drawn) >= 8
    for picture in drawn:
        assert picture.figure.get_figwidth() * picture.figure.dpi == pytest.approx(1200)
        assert picture.caption and picture.says


def test_twice_the_same(outcome: Outcome) -> None:
    told: list[float] = []
    again = STUDY.run(lambda what, done: told.append(done))
    assert again.claims == outcome.claims
    for name, run in outcome.runs.items():
        for signal in run.data.data_vars:
            np.testing.assert_array_equal(again.runs[name].data[signal], run.data[signal])
    assert told == sorted(told) and told[0] >= 0 and told[-1] <= 1
