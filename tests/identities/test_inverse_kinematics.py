"""Forward kinematics of every solution is the pose, and what made the pose is a solution."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import numpy as np
import pytest

from armwright import Arm
from tests.support.inverse_arms import LIBRARY, arm_of, miss, random_positions

CLOSED = (*LIBRARY, "ur5", "wrist", "parallel")
NUMERIC = ("panda", "chain6", "chain7")
COUNT = 10_000


def some(names: Sequence[str], *always: str) -> list[object]:
    """All names; those that are not `always` tried are left to `make crosscheck`."""
    slow = pytest.mark.crosscheck
    return [name if name in always else pytest.param(name, marks=slow) for name in names]


def targets(arm: Arm, q: np.ndarray) -> np.ndarray:
    """Poses, or positions for arms that cannot do more."""
    poses = arm.pose(q)
    return poses if q.shape[-1] == 6 else poses[..., :3, 3]


def worst(arm: Arm, q: np.ndarray, target: np.ndarray) -> float:
    return float(np.abs(targets(arm, q) - target).max())


@pytest.mark.parametrize("name", some(CLOSED, "puma560", "parallel"))
def test_closed_form_finds_all_poses(name: str) -> None:
    arm = arm_of(name)
    q = random_positions(arm.robot, COUNT)
    target = targets(arm, q)
    found = arm.inverse_kinematics(target, q)
    assert found.method.startswith("closed form")
    assert found.found.all()
    assert worst(arm, found.q, target) < 1e-10
    assert found.miss_position.max() < 1e-10 and found.miss_angle.max() < 1e-10
    assert np.abs(found.q - q).max() < 1e-6  # the start is a solution, so it is the nearest
    limits = np.array([(j.limits.lower, j.limits.upper) for j in arm.robot.moving_joints]).T
    assert (found.all >= limits[0]).all() and (found.all <= limits[1]).all()


@pytest.mark.crosscheck
@pytest.mark.parametrize("name", CLOSED)
def test_all_branches_of_a_closed_form_are_solutions(name: str) -> None:
    arm = arm_of(name)
    q = random_positions(arm.robot, COUNT, seed=2)
    target = targets(arm, q)
    found = arm.inverse_kinematics(target, limits=False)
    most = {2: 2, 3: 4, 6: 8}[q.shape[1]]
    assert found.all.shape == (COUNT, most, q.shape[1])
    assert (found.count > 0).all()
    assert (found.count % 2 == 0).mean() > 0.99  # branches come in pairs
    assert worst(arm, found.all, target[:, None]) < 1e-10
    turns = (found.all - q[:, None]) / (2 * np.pi)
    same = np.abs(turns - np.round(turns)).max(axis=2) < 1e-7
    assert same.any(axis=1).all()
    distance = np.linalg.norm(found.all, axis=2)  # from the default start, zero
    steps = np.diff(distance, axis=1)
    listed = np.arange(1, most) < found.count[:, None]
    assert (steps[listed] >= 0).all()
    assert (found.all[:, 1:][~listed] == found.q[:, None].repeat(most - 1, 1)[~listed]).all()


@pytest.mark.parametrize(
    "name", some(["puma560", "manutec_r3", "rx90b", "six_axis", "ur5"], "puma560")
)
def test_singular_poses_have_solutions(name: str) -> None:
    """Stretched elbows, straight wrists, wrists above the first axis, and what is next to them."""
    arm = arm_of(name)
    quarters = np.array(list(product([0, np.pi / 2, -np.pi / 2, np.pi], repeat=6)))
    rng = np.random.default_rng(0)
    special = rng.choice([0, np.pi / 2, -np.pi / 2, np.pi, 1e-13, 1e-10, 1e-8, 1e-5], (COUNT, 6))
    mixed = np.where(rng.random((COUNT, 6)) < 0.5, special, rng.uniform(-3, 3, (COUNT, 6)))
    for q in (quarters, mixed):
        pose = arm.pose(q)
        found = arm.inverse_kinematics(pose, q, limits=False)
        assert miss(arm, found.all, pose[:, None]) < 1e-10
        assert found.count.max() <= 8


def test_at_a_straight_wrist_the_first_angle_stays_at_the_start() -> None:
    arm = arm_of("puma560")
    start = np.array([0.2, 0.4, -0.5, 1.1, 0.0, -0.7])
    found = arm.inverse_kinematics(arm.pose(start), start)
    assert np.abs(found.q - start).max() < 1e-12
    assert found.count == 3  # lefty and righty, elbow up and down, less what limits exclude


@pytest.mark.parametrize("name", some(NUMERIC, "panda"))
def test_search_finds_poses_within_limits(name: str) -> None:
    arm = arm_of(name)
    pose = arm.pose(random_positions(arm.robot, COUNT))
    found = arm.inverse_kinematics(pose, closest=True)
    assert found.method == "damped least squares"
    assert found.found.mean() >= 0.999
    there = found.found
    assert miss(arm, found.q[there], pose[there]) < 2e-10
    limits = np.array([(j.limits.lower, j.limits.upper) for j in arm.robot.moving_joints]).T
    assert (found.q >= limits[0]).all() and (found.q <= limits[1]).all()


@pytest.mark.crosscheck
@pytest.mark.parametrize("name", ["ur5", "panda"])
def test_two_runs_give_identical_numbers(name: str) -> None:
    arm = arm_of(name)
    pose = arm.pose(random_positions(arm.robot, 300))
    first, second = (arm.inverse_kinematics(pose) for _ in range(2))
    assert (first.all == second.all).all() and (first.count == second.count).all()
    again = Arm(arm.robot).inverse_kinematics(pose)
    assert (first.all == again.all).all()


@pytest.mark.crosscheck
def test_closed_form_and_search_find_the_same_solutions() -> None:
    closed, free = arm_of("ur5"), Arm(arm_of("ur5").robot, free=["joints.joint3.translation"])
    for q in random_positions(closed.robot, 5, seed=8):
        pose = closed.pose(q)
        a, b = closed.inverse_kinematics(pose, q), free.inverse_kinematics(pose, q)
        assert b.method == "damped least squares"
        assert a.count == b.count
        assert np.abs(a.all - b.all).max() < 1e-6


def test_two_axes_as_in_s0() -> None:
    """S0's own formulas: s = (l₁² + l₂² − l_P²) / (2 l₁ l₂), q₂ = atan2(s, ±√(1 − s²)) …"""
    arm = arm_of("two_axis")
    l1, l2 = 0.9, 1.1
    for x, z in ((1.2, 0.8), (0.3, 1.4), (-0.5, 1.0), (1.0, -0.6)):
        square = x * x + z * z
        s = (l1 * l1 + l2 * l2 - square) / (2 * l1 * l2)
        c = (l1 * l1 + square - l2 * l2) / (2 * l1 * np.sqrt(square))
        expected = []
        for sign in (1, -1):
            q2 = np.arctan2(s, sign * np.sqrt(1 - s * s))
            gamma = np.arctan2(sign * np.sqrt(1 - c * c), c)
            expected.append([np.pi / 2 - gamma - np.arctan2(z, x), q2])
        for q in expected:
            found = arm.inverse_kinematics([x, 0, z], q, limits=False)
            assert found.count == 2
            assert np.abs(found.q - q).max() < 1e-12
