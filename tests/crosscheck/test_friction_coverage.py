"""Static friction over 200 noises: the truth is within three standard errors; and what the study
finds at constant speeds and in slow chirps."""

from __future__ import annotations

import numpy as np
import pytest

from armwright import identify
from armwright.studies.friction.arm import COLD, at_constant_speeds, forearm, measured
from armwright.studies.friction.claims import dynamic_claims, static_claims
from armwright.studies.friction.runs import in_errors, run_dynamic, run_static
from tests.crosscheck.claims import check_part

pytestmark = pytest.mark.crosscheck
SEEDS = 200


def test_numbers_are_within_three_standard_errors_in_95_percent_of_200_seeds() -> None:
    speeds = tuple(3.0 * (np.arange(1, 21) / 20) ** 2)
    run = at_constant_speeds(forearm(), speeds, 125.0).simulate()
    scores = np.array(
        [
            in_errors(identify.friction(forearm(), measured(run, seed), law="extended"), COLD)
            for seed in range(SEEDS)
        ]
    )
    assert np.mean(np.abs(scores) < 3) > 0.95
    assert np.mean((np.abs(scores) < 3).all(axis=1)) > 0.95
    assert 0.6 < np.sqrt(np.mean(scores**2)) < 1.4


def test_claims_have_numbers_like_those_planted_beside() -> None:
    claims = [*static_claims(run_static(_quiet)), *dynamic_claims(run_dynamic(_quiet))]
    differing = [one.key for one in claims if one.verdict != "kind"]
    assert differing == ["joint-fit-static", "flat-along-stiffness"]
    check_part("friction", claims)


def _quiet(what: str, done: float) -> None:
    """Nothing is told."""
