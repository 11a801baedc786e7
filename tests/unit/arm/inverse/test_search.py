"""Damped least squares: many starts, redundant arms, sliding joints."""

from __future__ import annotations

import numpy as np
import pytest

from armwright import Arm
from armwright.arm import Search
from armwright.arm.inverse.chain import chain_to
from armwright.arm.inverse.search import start_table
from tests.support.inverse_arms import arm_of, miss, random_positions
from tests.support.random_robots import random_tree


def test_a_pose_does_not_depend_on_its_neighbours() -> None:
    arm = arm_of("chain6")
    poses = arm.pose(random_positions(arm.robot, 40))
    whole = arm.inverse_kinematics(poses)
    part = arm.inverse_kinematics(poses[7:12])
    assert np.abs(whole.q[7:12] - part.q).max() < 1e-8


def test_a_single_pose_gives_every_solution() -> None:
    arm = arm_of("chain6")
    q = random_positions(arm.robot, 1)[0]
    pose = arm.pose(q)
    found = arm.inverse_kinematics(pose, q, limits=False)
    assert found.count > 1
    assert np.abs(found.q - q).max() < 1e-8
    assert miss(arm, found.all, pose) < 2e-10
    away = np.linalg.norm(found.all - q, axis=1)
    assert (np.diff(away) >= 0).all()
    apart = np.abs(found.all[:, None] - found.all).max(axis=2) + np.eye(int(found.count))
    assert apart.min() > 1e-6
    assert arm.inverse_kinematics(pose, q, limits=False, search=Search(every=False)).count == 1
    every = Search(every=True)
    both = arm.inverse_kinematics(np.stack([pose, pose]), q, limits=False, search=every)
    assert both.count.tolist() == [int(found.count)] * 2


def test_another_seed_finds_the_same_set() -> None:
    arm = arm_of("chain6")
    pose = arm.pose(random_positions(arm.robot, 1, seed=4)[0])
    a, b = (arm.inverse_kinematics(pose, search=Search(starts=600, seed=seed)) for seed in (0, 1))
    assert a.count == b.count
    assert np.abs(a.all - b.all).max() < 1e-6


def test_no_more_starts_than_allowed() -> None:
    arm = arm_of("chain6")
    poses = arm.pose(random_positions(arm.robot, 200))
    few = arm.inverse_kinematics(poses, search=Search(starts=0), closest=True).count.sum()
    many = arm.inverse_kinematics(poses, search=Search(starts=5), closest=True).count.sum()
    assert few < many


def test_a_redundant_arm_stays_near_the_start() -> None:
    """The pose has the solution q, so the one found may not be farther from the start than q."""
    arm = arm_of("panda")
    q = random_positions(arm.robot, 500)
    rng = np.random.default_rng(2)
    limits = np.array([(j.limits.lower, j.limits.upper) for j in arm.robot.moving_joints]).T
    start = np.clip(q + 0.1 * rng.normal(size=q.shape), *limits)
    found = arm.inverse_kinematics(arm.pose(q), start)
    assert found.all.shape == (500, 1, 7)
    known, got = (np.linalg.norm(x - start, axis=1) for x in (q, found.q))
    assert (got < known + 1e-6).mean() > 0.99
    J = arm.jacobian(found.q)
    inside = ((found.q > limits[0]) & (found.q < limits[1])).all(axis=1)
    along = np.linalg.svd(J)[2][:, 6]  # the direction in which the pose does not change
    slope = np.abs(np.einsum("ni,ni->n", along, found.q - start))[inside]
    assert np.median(slope) < 1e-6


def test_position_of_a_six_axis_arm() -> None:
    arm = arm_of("puma560")
    q = random_positions(arm.robot, 100)
    points = arm.pose(q)[:, :3, 3]
    found = arm.inverse_kinematics(points, q + 0.05)
    assert found.method == "damped least squares"
    assert np.abs(arm.pose(found.q)[:, :3, 3] - points).max() < 2e-10
    assert (np.linalg.norm(found.q - q - 0.05, axis=1) <= 0.05 * np.sqrt(6) + 1e-6).mean() > 0.97


@pytest.mark.parametrize("name", ["scara", "aa300", "cart_double_pendulum", "reach_alpha5"])
def test_other_arms_of_the_library(name: str) -> None:
    arm = arm_of(name)
    q = random_positions(arm.robot, 300)
    pose = arm.pose(q)
    found = arm.inverse_kinematics(pose, q + 0.01)
    whole = name in ("cart_double_pendulum", "reach_alpha5")
    part = pose if whole else pose[:, :3, 3]
    reached = arm.pose(found.q)
    assert np.abs((reached if whole else reached[:, :3, 3]) - part).max() < 2e-10


@pytest.mark.parametrize("joints", [1, 3, 5, 8])
def test_trees_with_joints_in_any_order(joints: int) -> None:
    """Sliding and turning joints; those that are not on the way to the frame stay at the start."""
    arm = Arm(random_tree(joints + 3, joints))
    q = np.random.default_rng(joints).uniform(-1.5, 1.5, (100, joints))
    chain = chain_to(arm.robot, "probe")
    found = arm.inverse_kinematics(arm.pose(q), q + 0.05)
    error = (arm.pose(found.q) - arm.pose(q))[:, :3]
    assert np.abs(error[..., 3:] if chain.only_places else error).max() < 2e-10
    others = np.delete(np.arange(joints), chain.places)
    assert (found.q[:, others] == q[:, others] + 0.05).all()


def test_half_a_turn_is_no_dead_end() -> None:
    """The tool turned over: exactly the angle at which the skew part of a rotation vanishes."""
    arm = arm_of("panda")
    q = np.array([0.0, -0.3, 0.0, -2.2, 0.0, 2.0, -0.8])
    pose = arm.pose(q)
    pose[:3, :3] = pose[:3, :3] @ np.diag([-1, -1, 1])
    found = arm.inverse_kinematics(pose, q, search=Search(starts=0))
    assert found.found
    assert miss(arm, found.q, pose) < 2e-10


def test_starts_without_limits() -> None:
    arm = arm_of("cart_double_pendulum")
    chain = chain_to(arm.robot, arm.robot.tool)
    table = start_table(chain, chain.lower, chain.upper, 50, 0)
    assert np.abs(table[:, 0]).max() <= chain.length
    assert np.abs(table[:, 1:]).max() <= np.pi
    half = start_table(chain, np.full(3, 1.0), np.full(3, np.inf), 50, 0)
    assert half.min() >= 1.0 and np.isfinite(half).all()


def test_threads_change_nothing() -> None:
    for name in ("puma560", "panda"):
        arm = arm_of(name)
        poses = arm.pose(random_positions(arm.robot, 1500))
        one, two = (arm.inverse_kinematics(poses, threads=k) for k in (1, 2))
        assert np.abs(one.q - two.q).max() < 1e-8
