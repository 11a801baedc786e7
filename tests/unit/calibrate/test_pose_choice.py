"""Which poses to measure, and how many."""

import numpy as np
import pytest

import armwright as aw
from armwright.calibrate import choose_poses, enough_poses, expected_error, observability
from tests.support.calibration import disturbed_cell


def test_indices_are_those_of_their_authors():
    s = np.array([4.0, 2.0, 1.0])
    assert observability(s, 4, "O1") == pytest.approx(2 / 2)
    assert observability(s, 4, "O2") == pytest.approx(1 / 4)
    assert observability(s, 4, "O3") == pytest.approx(1)
    assert observability(s, 4, "O4") == pytest.approx(1 / 4)
    assert observability(s, 4, "O5") == pytest.approx(1 / 1.75)
    assert observability(np.array([1.0, 0.0]), 4, "O1") == 0
    with pytest.raises(aw.InputError, match="no such index"):
        observability(s, 4, "O6")


@pytest.mark.parametrize("index", ["O1", "O2", "O3", "O4", "O5"])
def test_chosen_poses_tell_more_than_poses_at_random(index):
    chosen = choose_poses(aw.load("scara"), 12, index=index)
    assert chosen.joints.shape == (12, 3)
    assert chosen.value > 1.1 * chosen.at_random


@pytest.mark.crosscheck
def test_chosen_poses_give_a_better_calibration():
    rng = np.random.default_rng(12)
    cell = disturbed_cell("scara", rng)
    fresh = cell.joints(50, rng)
    errors = {}
    best = choose_poses(cell.nominal, 8, index="O1").joints
    for word, sets in (
        ("chosen", [best] * 12),
        ("random", [cell.joints(8, rng) for _ in range(12)]),
    ):
        found = []
        for q in sets:
            seen = cell.points(q) + rng.normal(0, 1e-4, (8, 3))
            fit = aw.calibrate.poses(cell.nominal, q, seen, noise=1e-4)
            found.append((fit.errors(fresh, cell.points(fresh)) ** 2).mean())
        errors[word] = np.sqrt(np.mean(found))
    assert errors["chosen"] < 0.9 * errors["random"]


@pytest.mark.crosscheck
def test_as_many_poses_as_are_said_to_be_enough_are_enough():
    rng = np.random.default_rng(13)
    cell = disturbed_cell("scara", rng)
    count = enough_poses(cell.nominal, 1e-4, 6e-5)
    fresh, found = cell.joints(60, rng), []
    for _ in range(10):
        q = cell.joints(count, rng)
        seen = cell.points(q) + rng.normal(0, 1e-4, (count, 3))
        fit = aw.calibrate.poses(cell.nominal, q, seen, noise=1e-4)
        found.append((fit.errors(fresh, cell.points(fresh)) ** 2).mean())
    assert np.sqrt(np.mean(found)) == pytest.approx(6e-5, rel=0.35)
    assert expected_error(cell.nominal, 4 * count, 1e-4) < 0.6 * 6e-5


def test_a_wrong_number_of_poses_is_named():
    with pytest.raises(aw.InputError, match=r"wrong number of poses \(got 2, expected 5 to 200"):
        choose_poses(aw.load("scara"), 2)
    with pytest.raises(aw.InputError, match="not enough poses"):
        enough_poses(aw.load("scara"), 1e-2, 1e-6, most=50)
