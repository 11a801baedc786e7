"""What may be asked for, and what a user reads who asks for something else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from armwright import Arm, InputError, Pose
from armwright.arm import Search
from armwright.arm.inverse.chain import chain_to
from armwright.arm.inverse.front import read_targets
from tests.support.inverse_arms import arm_of

Q = np.array([0.3, 0.4, -0.5, 0.6, 0.7, 0.8])


@pytest.fixture
def arm() -> Arm:
    return arm_of("puma560")


@pytest.fixture
def pose(arm: Arm) -> np.ndarray:
    return arm.pose(Q)


BAD: list[tuple[Callable[[np.ndarray], Any], str]] = [
    (lambda T: T[:3], "pose: wrong shape (got (3, 4), expected (..., 4, 4), or (..., 3) for a"),
    (lambda T: T * [1, 1, 1, np.nan], "pose: not finite (got nan at [0, 3], expected numbers"),
    (
        lambda T: T + np.outer([1, 1, 1, 0], [0, 0, 0, 1e12]),
        "at [0, 3], expected numbers up to 1e+09",
    ),
    (lambda T: "there", "pose: not an array of numbers (got 'there')"),
    (lambda T: T @ np.diag([1, 1, -1, 1]), "pose: not a rotation matrix (got [["),
    (lambda T: T @ np.diag([1, 1, 1.001, 1]), "expected orthonormal, determinant +1)"),
    (lambda T: T + np.eye(4)[3], "pose: not a pose: wrong last row (got [0.0, 0.0, 0.0, 2.0]"),
    (lambda T: np.stack([T, 2 * T]), "pose [1]: not a pose: wrong last row"),
]


@pytest.mark.parametrize(("change", "message"), BAD)
def test_bad_poses_are_refused(
    arm: Arm, pose: np.ndarray, change: Callable[[np.ndarray], Any], message: str
) -> None:
    with pytest.raises(InputError) as caught:
        arm.inverse_kinematics(change(pose))
    assert str(caught.value).startswith("inverse kinematics of 'puma560': ")
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"start": np.zeros(5)}, "start: wrong shape (got (5,), expected (..., 6))"),
        ({"start": np.full(6, np.inf)}, "start: not finite (got inf at [0]"),
        ({"start": np.full(6, -1e5)}, "start: too large (got -100000.0 at [0], expected numbers"),
        ({"threads": 0}, "threads must be a whole number (got 0, expected 1 or more)"),
        ({"frame": "elbow"}, "no frame of that name (got 'elbow'"),
        ({"frame": "base"}, "frame 'base': no joint moves this frame"),
        ({"parameters": [1.0]}, "has no free parameters"),
    ],
)
def test_bad_options_are_refused(
    arm: Arm, pose: np.ndarray, options: dict[str, Any], message: str
) -> None:
    with pytest.raises(InputError) as caught:
        arm.inverse_kinematics(pose, **options)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"starts": -1}, "starts must be a whole number (got -1, expected 0 or more)"),
        ({"starts": 2.5}, "starts must be a whole number (got 2.5, expected 0 or more)"),
        ({"seed": "x"}, "seed must be a whole number (got 'x', expected 0 or more)"),
    ],
)
def test_bad_searches_are_refused(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError) as caught:
        Search(**settings)
    assert message in str(caught.value)


def test_batches_must_fit(arm: Arm, pose: np.ndarray) -> None:
    assert arm.inverse_kinematics(pose, np.zeros((3, 6))).q.shape == (3, 6)
    with pytest.raises(InputError, match="batch dimensions do not fit each other"):
        arm.inverse_kinematics(np.stack([pose] * 2), np.zeros((3, 6)))


def test_a_point_has_no_direction(arm: Arm) -> None:
    with pytest.raises(InputError, match="a point says nothing about the direction of the tool"):
        arm.inverse_kinematics([0.4, 0.1, 0.2], position_only=False)


def test_a_pose_object_is_a_pose(arm: Arm, pose: np.ndarray) -> None:
    found = arm.inverse_kinematics(Pose(pose[:3, :3], pose[:3, 3]), Q)
    assert np.abs(found.q - Q).max() < 1e-9


def test_printed_digits_are_enough(arm: Arm, pose: np.ndarray) -> None:
    """A rotation that is rounded to seven digits is replaced by the nearest one."""
    rounded = np.round(pose, 7)
    found = arm.inverse_kinematics(rounded, Q)
    reached = arm.pose(found.q)
    assert np.abs(reached - rounded).max() < 1e-7
    assert found.miss_angle < 1e-10


def test_arms_that_can_only_place_ignore_directions() -> None:
    for name, expected in (("two_axis", True), ("puma560_armstrong3", True), ("panda", False)):
        arm = arm_of(name)
        chain = chain_to(arm.robot, arm.robot.tool)
        given = read_targets(chain, np.eye(4), None, np.zeros(0), None)
        assert given.position_only == expected
