"""Two hundred calibrations of arms whose truth is known: standard errors mean what they say."""

import numpy as np
import pytest

from armwright.calibrate.geometry import Geometry
from armwright.calibrate.measurements import measurements
from armwright.calibrate.model import PoseModel
from armwright.calibrate.pose_fit import fit_model
from tests.support.calibration import disturbed_cell

pytestmark = pytest.mark.crosscheck
#: With parallel axes (puma560, ur10e, scara), with a slide (scara), redundant (panda, wam).
ROBOTS = ("puma560", "ur10e", "scara", "panda", "wam", "rx90b")
NOISE, POSES, RUNS = 1e-4, 30, 200


def calibrated(cell, q, seen, noise=None):
    model = PoseModel(
        Geometry(cell.nominal, cell.nominal.tool),
        measurements(cell.nominal, q, seen),
        cell.base,
        targets={"target": type(cell.base)(translation=cell.targets[0])},
    )
    return fit_model(model, noise=noise)


def test_truth_is_within_three_standard_errors_and_fresh_poses_are_as_good_as_predicted():
    inside, ratios = [], []
    for run in range(RUNS):
        rng = np.random.default_rng(run)
        cell = disturbed_cell(ROBOTS[run % len(ROBOTS)], rng)
        q, fresh = cell.joints(POSES, rng), cell.joints(20, rng)
        true = calibrated(cell, q, cell.points(q), noise={"m": NOISE, "rad": NOISE})
        fit = calibrated(cell, q, cell.points(q) + rng.normal(0, NOISE, (POSES, 3)))
        size = fit.model.elements.scale
        along = np.linalg.pinv(fit.basis / size[:, None])
        off = along @ ((fit.x - true.x) / size)
        inside += list(np.abs(off) < 3 * np.sqrt(np.diag(fit.covariance)))
        J = fit.model.position_jacobian(fit.x, fresh, "target") @ fit.basis
        expected = np.einsum("mij,jk,mik->", J, fit.covariance, J)
        ratios.append((fit.errors(fresh, cell.points(fresh)) ** 2).sum() / expected)
    print(np.mean(inside), np.mean(ratios), np.median(ratios))
    assert np.mean(inside) > 0.95
    assert 0.85 < np.mean(ratios) < 1.2
