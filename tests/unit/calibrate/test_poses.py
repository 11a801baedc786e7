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


def test_a_thousand_poses_and_forty_unknowns_take_few_steps():
    rng = np.random.default_rng(3)
    cell = disturbed_cell("puma560", rng)
    q = cell.joints(1000, rng)
    seen = cell.points(q) + rng.normal(0, 1e-4, (1000, 3))
    fit = aw.calibrate.poses(cell.nominal, q, seen, effects=["gear", "backlash"])
    assert fit.unknowns >= 39
    assert fit.fitted.mean == pytest.approx(1.6e-4, rel=0.05)


def test_full_poses_two_targets_and_distances_are_fitted_together():
    rng = np.random.default_rng(4)
    cell = disturbed_cell("rx90b", rng)
    q = cell.joints(40, rng)
    ball = np.array([2.0, 1.0, 0.5])
    seen = {
        "flange": cell.frames(q),
        "ball": cell.points(q, 0),
        "wire": aw.calibrate.Distances(np.linalg.norm(cell.points(q, 1) - ball, axis=1), ball),
    }
    seen["ball"][3:9] = np.nan
    fit = aw.calibrate.poses(cell.nominal, q, seen)
    fresh = cell.joints(30, rng)
    again = {"flange": cell.frames(fresh), "ball": cell.points(fresh, 0)}
    assert fit.errors(fresh, again).max() < 1e-7
    assert fit.targets["wire"].translation == pytest.approx(cell.targets[1], abs=4e-3)
    assert fit.base.translation == pytest.approx(cell.base.translation, abs=1e-2)


@pytest.mark.crosscheck
def test_the_calibrated_robot_has_the_targets_as_frames_and_predicts_like_the_fit(tmp_path):
    rng = np.random.default_rng(5)
    cell = disturbed_cell("panda", rng)
    q, fresh = cell.joints(60, rng), cell.joints(10, rng)
    fit = aw.calibrate.poses(cell.nominal, q, cell.points(q))
    by_robot = fit.base.matrix() @ aw.compile(fit.robot).pose(fresh, "target")
    assert by_robot[:, :3, 3] == pytest.approx(fit.predicted(fresh)["target"], abs=1e-12)
    log = aw.Log.from_arrays(
        np.arange(10.0), {"joint_position": fresh}, joints=cell.nominal.joint_names
    )
    assert fit.predict(log)["target_position"].values == pytest.approx(
        fit.predicted(fresh)["target"], abs=1e-12
    )
    for name in ("arm.toml", "arm.urdf"):
        fit.robot.save(tmp_path / name)
        read = aw.load(str(tmp_path / name))
        assert aw.compile(read).pose(fresh, "target") == pytest.approx(
            aw.compile(fit.robot).pose(fresh, "target"), abs=1e-9
        )


@pytest.mark.crosscheck
def test_outliers_are_spared_by_a_robust_loss():
    rng = np.random.default_rng(6)
    cell = disturbed_cell("puma560", rng)
    q, fresh = cell.joints(90, rng), cell.joints(50, rng)
    seen = cell.points(q) + rng.normal(0, 1e-4, (90, 3))
    seen[10] += [0.02, 0.0, 0.01]
    seen[70] += [0.0, -0.03, 0.0]
    errors = {}
    for loss in ("squares", "huber", "cauchy"):
        fit = aw.calibrate.poses(cell.nominal, q, seen, loss=loss)
        errors[loss] = fit.errors(fresh, cell.points(fresh)).mean()
    assert errors["cauchy"] < 1e-4 < errors["squares"]
    assert errors["huber"] < 0.5 * errors["squares"]
    assert np.argsort(fit.weights["target"])[:2].tolist() in ([70, 10], [10, 70])


@pytest.mark.crosscheck
def test_the_ellipsoid_is_as_large_as_the_errors_are():
    rng = np.random.default_rng(7)
    cell = disturbed_cell("scara", rng)
    q, there = cell.joints(25, rng), cell.joints(1, rng)
    true = cell.points(there)[0]
    scaled = []
    for _ in range(60):
        seen = cell.points(q) + rng.normal(0, 1e-4, (25, 3))
        fit = aw.calibrate.poses(cell.nominal, q, seen, noise=1e-4)
        off = fit.predicted(there)["target"][0] - true
        known = fit.ellipsoid(there[0])
        scaled.append(off @ np.linalg.solve(known.covariance, off))
    assert 2.0 < np.mean(scaled) < 4.0  # three on the average, with 60 draws ± 0.32
    assert known.half_axes[0] >= known.half_axes[2] > 0
