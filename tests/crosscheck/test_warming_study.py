"""The hour of the study of friction: its claims agree, with the numbers that are planted beside."""

from __future__ import annotations

import numpy as np
import pytest

from armwright.studies.friction.thermal.claims import warming_claims
from armwright.studies.friction.thermal.runs import (
    CAPACITY,
    RESISTANCE,
    WarmingRuns,
    predicted,
    run_hour,
)
from tests.crosscheck.claims import check_part

pytestmark = pytest.mark.crosscheck


@pytest.fixture(scope="module")
def runs() -> WarmingRuns:
    return run_hour(lambda what, done: None)


def test_claims_agree_with_numbers_like_those_planted_beside(runs: WarmingRuns) -> None:
    claims = warming_claims(runs)
    assert {claim.verdict for claim in claims} == {"kind"}
    check_part("friction", claims)


def test_the_time_constant_is_within_its_interval(runs: WarmingRuns) -> None:
    low, high = runs.blind.intervals["time_constant"]
    assert low < CAPACITY * RESISTANCE < high < 1.3 * low


def test_friction_of_every_minute_follows_from_two_curves(runs: WarmingRuns) -> None:
    off = predicted(runs.measured, runs.minutes) / runs.friction - 1
    assert np.abs(off).max() < 0.06
