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


def _dynamics_of(robot: Robot, q: object) -> tuple[np.ndarray, np.ndarray]:
    """Mass matrix without drives, and gravity torque, summed link by link from the Jacobians."""
    positions = np.asarray(q, dtype=float)
    axes, origins = [], []
    for joint in robot.moving_joints:
        T = _pose_of(robot, positions, joint.child)
        axes.append(T[:3, :3] @ joint.axis)
        origins.append(T[:3, 3])
    above = {joint.child: joint for joint in robot.joints}
    n = len(axes)
    M, g = np.zeros((n, n)), np.zeros(n)
    for link in robot.links:
        if link.inertia is None:
            continue
        T = _pose_of(robot, positions, link.name)
        centre = T[:3, :3] @ link.inertia.centre + T[:3, 3]
        Jv, Jw = np.zeros((3, n)), np.zeros((3, n))
        name = link.name
        while name != robot.base:
            joint = above[name]
            name = joint.parent
            if not joint.moves:
                continue
            i = robot.joint_names.index(joint.name)
            if joint.kind == "revolute":
                Jv[:, i], Jw[:, i] = np.cross(axes[i], centre - origins[i]), axes[i]
            else:
                Jv[:, i] = axes[i]
        tensor = T[:3, :3] @ link.inertia.tensor @ T[:3, :3].T
        M += link.inertia.mass * Jv.T @ Jv + Jw.T @ tensor @ Jw
        g -= link.inertia.mass * Jv.T @ robot.gravity
    return M, g


@pytest.fixture
def dynamics_of() -> Callable[[Robot, object], tuple[np.ndarray, np.ndarray]]:
    return _dynamics_of
