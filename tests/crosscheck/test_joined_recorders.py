"""Two recorders joined: errors, and how often the stated uncertainty covers the truth."""

from __future__ import annotations

import numpy as np
import pytest

from armwright.signals.processing.correlation import aligned
from armwright.signals.processing.losses import aligned_with_losses
from tests.support.recorders import DRIFT, motion, two_records

pytestmark = pytest.mark.crosscheck


@pytest.mark.parametrize(
    "case",
    [
        {"duration": 6.0, "other_duration": 6.0},
        {"duration": 6.0, "other_duration": 1.0, "noise": 1e-4},
    ],
    ids=["equally long", "a tracker that stops after 1000 samples"],
)
def test_the_uncertainty_covers_the_truth_in_95_percent_of_200_seeds(
    case: dict[str, float],
) -> None:
    errors, scores = [], []
    for seed in range(200):
        records = two_records(seed, **case)
        found = aligned(records.time, records.values, records.other_time, records.other_values)
        ends = (records.other_time[[0, -1]] - records.delay) / (1 + DRIFT)
        ends = np.clip(ends, records.time[0], records.time[-1])
        error = found.other_time(ends) - records.true_other_time(ends)
        errors.append(np.abs(error).max() * 1000.0)
        middle = np.array([found.centre])
        error = found.other_time(middle) - records.true_other_time(middle)
        scores.append([error[0] / found.standard_error(middle)[0], (found.drift - DRIFT)])
        scores[-1][1] /= np.sqrt(found.covariance[1, 1])
    covered = (np.abs(scores) < 1.96).mean(axis=0)
    print("covered:", covered, "worst error in samples:", max(errors))
    assert max(errors) < 0.1
    # 95 % within the chance that 200 seeds leave: 0.95 ± 2.3 · 0.0154.
    assert (covered > 0.914).all()
    assert (covered < 0.99).all()


def test_samples_lost_without_a_time_stamp_are_found() -> None:
    for seed in range(6):
        rng = np.random.default_rng(seed)
        true = motion(rng)
        time, other = np.arange(12800) / 1600.0, np.arange(8000) / 1000.0
        kept = np.ones(8000, dtype=bool)
        places, counts = np.array([1500, 4000, 6500]), rng.integers(1, 12, 3)
        for place, count in zip(places, counts, strict=True):
            kept[place : place + count] = False
        values = true(time) + rng.normal(size=(time.size, 3)) * 1e-3
        others = (true(other / (1 + DRIFT)) + rng.normal(size=(other.size, 3)) * 1e-3)[kept]
        counted = np.arange(kept.sum()) / 1000.0
        found = aligned_with_losses(time, values, counted, others)
        error = np.abs(found.own_time(counted) - other[kept] / (1 + DRIFT)) * 1000.0
        # Only between a loss and where it was found is a sample moved wrongly.
        assert (error > 0.1).mean() < 0.05
        assert sum(loss.count for loss in found.lost) == counts.sum()
