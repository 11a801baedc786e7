"""A slow, readable forward kinematics to compare descriptions with."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from armwright.robot import Pose, Robot, rotation_about

Placing = Callable[[Robot, object, str], np.ndarray]


def _pose_of(robot: Robot, q: object, frame: str = "") -> np.ndarray:
    positions = dict(zip(robot.joint_names, np.asarray(q, dtype=float), strict=True))
    by_child = {joint.child: joint for joint in robot.joints}
    target = robot.frame(frame or robot.tool)
    pose, link = target.pose, target.link
    while link != robot.base:
        joint = by_child[link]
        position = positions.get(joint.name, 0.0)
        motion = Pose()
        if joint.kind == "revolute":
            motion = Pose(rotation=rotation_about(joint.axis, position))
        elif joint.kind == "prismatic":
            motion = Pose(translation=joint.axis * position)
        pose, link = joint.origin @ motion @ pose, joint.parent
    return pose.matrix()


@pytest.fixture
def pose_of() -> Placing:
    return _pose_of
