"""A real Barrett WAM, seen by a laser tracker: the grid is fitted, random poses are predicted."""

import numpy as np
import pytest

import armwright as aw
from armwright.calibrate import choose_effects, pose_model
from tests.support.real_data import real_data


def wam_data(name):
    """Commanded joints (rad) and measured positions (m). The differences are measured minus target:
    only that sum has the tracker's six decimals."""
    table = np.genfromtxt(real_data("wam_lasertracker") / name, delimiter=",", names=True)
    target = np.column_stack([table[f"{axis}_t"] for axis in "xyz"])
    off = np.column_stack([table[f"{axis}_dif"] for axis in "xyz"])
    joints = np.column_stack([table[f"joint_{k}"] for k in range(1, 8)])
    assert np.abs(target + off - np.round(target + off, 6)).max() < 1e-9
    assert np.abs(target - off - np.round(target - off, 6)).max() > 1e-7
    return np.deg2rad(joints), (target + off) * 1e-3


@pytest.mark.crosscheck
def test_random_poses_are_predicted_from_the_grid():
    arm = aw.load("wam")
    joints, points = wam_data("grid.csv")
    fresh, seen = wam_data("random.csv")
    found = np.linalg.norm(aw.compile(arm).pose(fresh)[:, :3, 3] - seen, axis=1)
    assert 17.5e-3 < found.mean() < 17.9e-3
    geometric = aw.calibrate.poses(arm, joints, points)
    assert geometric.errors(fresh, seen).mean() < 3.2e-3
    assert geometric.unknowns < 31


@pytest.mark.crosscheck
def test_each_effect_is_judged_on_held_back_poses_and_the_random_ones_agree():
    """Chosen on the grid alone: the random poses have no say."""
    arm = aw.load("wam")
    joints, points = wam_data("grid.csv")
    fresh, seen = wam_data("random.csv")
    trials = choose_effects(pose_model(arm, joints, points), folds=4)
    taken = [one for one in trials if one.taken]
    assert taken[1].effects == ("backlash",)
    held = [one.held_back.mean for one in taken]
    assert held == sorted(held, reverse=True)
    assert held[0] < 2.2e-3 and held[-1] < 1.45e-3
    errors = [
        aw.calibrate.poses(arm, joints, points, effects=one.effects).errors(fresh, seen).mean()
        for one in taken
    ]
    print([(one.effects, one.unknowns) for one in taken], held, errors)
    assert errors[0] < 3.2e-3 and errors[1] < 2.4e-3 and errors[-1] < 2.1e-3
