"""Shapes, order, limits, and what comes back for a pose that cannot be reached."""

from __future__ import annotations

import math

import numpy as np
import pytest

from armwright import Arm, InputError
from armwright.arm import Search
from tests.support.inverse_arms import arm_of, random_positions


def test_shapes_follow_the_poses() -> None:
    arm = arm_of("puma560")
    q = random_positions(arm.robot, 6).reshape(2, 3, 6)
    found = arm.inverse_kinematics(arm.pose(q), q)
    most = int(found.count.max())
    assert found.q.shape == (2, 3, 6)
    assert found.all.shape == (2, 3, most, 6)
    for array in (found.count, found.found, found.miss_position, found.miss_angle):
        assert array.shape == (2, 3)
    one = arm.inverse_kinematics(arm.pose(q[0, 0]), q[0, 0])
    assert one.q.shape == (6,) and one.all.shape == (int(one.count), 6)
    assert np.abs(one.q - found.q[0, 0]).max() < 1e-12
    none = arm.inverse_kinematics(np.zeros((0, 4, 4)))
    assert none.q.shape == (0, 6) and none.found.shape == (0,)


def test_no_poses_for_a_search() -> None:
    none = arm_of("panda").inverse_kinematics(np.zeros((2, 0, 4, 4)))
    assert none.q.shape == (2, 0, 7)


def test_full_turns_are_taken_towards_the_start() -> None:
    arm = arm_of("puma560")
    q = np.array([0.1, 0.2, 0.3, 4.0, 0.5, -4.0])  # joints 4 and 6 go up to ±4.64
    pose = arm.pose(q)
    assert np.abs(arm.inverse_kinematics(pose, q).q - q).max() < 1e-9
    turn = 2 * math.pi * np.eye(6)[3]
    assert np.abs(arm.inverse_kinematics(pose, q - turn).q - q + turn).max() < 1e-9
    far = arm.inverse_kinematics(pose, q + turn).q
    assert np.abs(far - q).max() < 1e-9  # 10.3 rad would be beyond the limit


def test_a_joint_may_be_at_its_limit() -> None:
    arm = arm_of("puma560")
    joint = arm.robot.joint("joint3").limits
    for value in (joint.lower, joint.upper):
        q = np.array([0.1, 0.2, value, 0.4, 0.5, 0.6])
        found = arm.inverse_kinematics(arm.pose(q), q)
        assert np.abs(found.q - q).max() < 1e-9
        assert joint.lower <= found.q[2] <= joint.upper


def test_limits_in_the_way_are_named() -> None:
    arm = arm_of("puma560")
    pose = arm.pose([0.8, -1.4, -2.8, -2.9, 1.9, 2.5])
    with pytest.raises(InputError) as caught:
        arm.inverse_kinematics(pose)
    text = str(caught.value)
    assert text.startswith(
        "inverse kinematics of 'puma560', frame 'link6_dh': every solution found is beyond a joint "
        "limit (got at the nearest of 8, joint 'joint5' at 2.043 rad, limits -1.745 to 1.745). "
    )
    assert "limits=False ignores the limits, closest=True gives the closest pose within" in text
    assert arm.inverse_kinematics(pose, limits=False).count == 8
    close = arm.inverse_kinematics(pose, closest=True)
    assert not close.found and close.count == 0
    assert close.miss_position > 1e-3 or close.miss_angle > 1e-3


def test_out_of_reach_says_by_how_much() -> None:
    arm = arm_of("two_axis")
    with pytest.raises(InputError) as caught:
        arm.inverse_kinematics([2.132, 0, 0], limits=False)
    assert str(caught.value) == (
        "inverse kinematics of 'two_axis', frame 'tool': pose out of reach "
        "(got within 0.132 m). closest=True gives the closest pose."
    )
    puma = arm_of("puma560")
    poses = np.stack([puma.pose(np.full(6, 0.1))] * 4)
    poses[2:, 0, 3] += 5
    with pytest.raises(InputError) as caught:
        puma.inverse_kinematics(poses.reshape(2, 2, 4, 4))
    assert "frame 'link6_dh', pose [1, 0]: pose out of reach (got within" in str(caught.value)
    assert str(caught.value).endswith("1 more have no solution.")
    with pytest.raises(InputError, match=r"no solution found \(got within .* m and .*°\)"):
        far = arm_of("panda").pose(np.full(7, -0.2))
        far[2, 3] = 3
        arm_of("panda").inverse_kinematics(far, search=Search(starts=5))


@pytest.mark.parametrize("point", [[2.5, 0, 0], [1.0, 0, 2.0], [0.5, 0.3, 0.2], [0.05, 0, 0.05]])
def test_the_closest_point(point: list[float]) -> None:
    """Of a planar arm: radially outwards or inwards, and the way out of its plane."""
    arm = arm_of("two_axis")
    found = arm.inverse_kinematics(point, limits=False, closest=True)
    x, y, z = point
    radius = math.hypot(x, z)
    gap = max(radius - 2.0, 0.2 - radius, 0.0)
    assert not found.found
    assert found.miss_position == pytest.approx(math.hypot(gap, y), abs=1e-9)
    assert np.linalg.norm(arm.pose(found.q)[:3, 3] - point) == pytest.approx(
        float(found.miss_position), abs=1e-12
    )


def test_the_closest_pose_is_within_limits() -> None:
    arm = arm_of("two_axis")
    found = arm.inverse_kinematics([2.5, 0, 0], closest=True)
    limits = [joint.limits for joint in arm.robot.moving_joints]
    assert found.q[1] == limits[1].lower  # as far stretched as it may be
    elbow = 0.9 * np.array([0, 1]) + 1.1 * np.array([np.cos(-1.2), -np.sin(-1.2)])
    assert found.miss_position == pytest.approx(2.5 - np.linalg.norm(elbow), abs=1e-9)


def test_a_batch_may_mix_what_is_found_and_what_is_not() -> None:
    arm = arm_of("puma560")
    q = random_positions(arm.robot, 4)
    poses = arm.pose(q)
    poses[1, :3, 3] *= 10
    found = arm.inverse_kinematics(poses, q, closest=True)
    assert found.found.tolist() == [True, False, True, True]
    assert np.abs(found.q[[0, 2, 3]] - q[[0, 2, 3]]).max() < 1e-7
    assert found.miss_position[1] > 0.1
    assert (found.all[1] == found.q[1]).all()


def test_free_geometry_enters_the_search() -> None:
    arm = Arm(arm_of("puma560").robot, free=["joints.joint3.translation", "links.link6.mass"])
    longer = np.array([[0.0, 0, 0], [0.01, 0, 0]]) + arm.free["joints.joint3.translation"]
    parameters = {"joints.joint3.translation": longer}
    q = np.full(6, 0.3)
    poses = arm.pose(q, parameters=parameters)
    found = arm.inverse_kinematics(poses, q + 0.1, parameters=parameters)
    assert found.method == "damped least squares"
    assert np.abs(found.q - q).max() < 1e-8
    only_masses = Arm(arm_of("puma560").robot, free=["links.link6.mass"])
    assert only_masses.inverse_kinematics(poses[0]).method.startswith("closed form")
