"""Calibration from poses, on arms whose truth is known."""

import numpy as np
import pytest

import armwright as aw
from tests.support.calibration import disturbed_cell


def test_without_noise_fresh_poses_are_predicted_a_thousand_times_better():
    rng = np.random.default_rng(1)
    cell = disturbed_cell("puma560", rng)
    q, fresh = cell.joints(60, rng), cell.joints(100, rng)
    fit = aw.calibrate.poses(cell.nominal, q, cell.points(q))
    assert fit.errors(fresh, cell.points(fresh)).max() < 1e-3 * fit.as_found.mean
    assert isinstance(fit, aw.Fit)


def test_with_tracker_noise_fresh_poses_are_better_than_the_noise():
    rng = np.random.default_rng(2)
    cell = disturbed_cell("puma560", rng)
    q, fresh = cell.joints(200, rng), cell.joints(200, rng)
    seen = cell.points(q) + rng.normal(0, 1e-4, (200, 3))
    fit = aw.calibrate.poses(cell.nominal, q, seen)
    assert fit.errors(fresh, cell.points(fresh)).mean() < 5e-5
    assert fit.noise["m"] == pytest.approx(1e-4, rel=0.1)
