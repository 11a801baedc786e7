"""A real Barrett WAM, seen by a laser tracker: the grid is fitted, random poses are predicted."""

import numpy as np

import armwright as aw
from tests.support.real_data import data_folder


def wam_data(name):
    """Commanded joints (rad) and measured positions (m). The differences are measured minus target:
    only that sum has the tracker's six decimals."""
    table = np.genfromtxt(data_folder("wam_lasertracker") / name, delimiter=",", names=True)
    target = np.column_stack([table[f"{axis}_t"] for axis in "xyz"])
    off = np.column_stack([table[f"{axis}_dif"] for axis in "xyz"])
    joints = np.column_stack([table[f"joint_{k}"] for k in range(1, 8)])
    assert np.abs(target + off - np.round(target + off, 6)).max() < 1e-9
    assert np.abs(target - off - np.round(target - off, 6)).max() > 1e-7
    return np.deg2rad(joints), (target + off) * 1e-3


def test_random_poses_are_predicted_from_the_grid():
    arm = aw.load("wam")
    joints, points = wam_data("grid.csv")
    fresh, seen = wam_data("random.csv")
    found = np.linalg.norm(aw.compile(arm).pose(fresh)[:, :3, 3] - seen, axis=1)
    assert 17.5e-3 < found.mean() < 17.9e-3
    geometric = aw.calibrate.poses(arm, joints, points)
    assert geometric.errors(fresh, seen).mean() < 3.2e-3
    effects = ["backlash", "joint_compliance", "eccentricity"]
    fit = aw.calibrate.poses(arm, joints, points, effects=effects)
    assert fit.errors(fresh, seen).mean() < 2.1e-3
