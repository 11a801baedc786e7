"""The joints from the base to a frame: where their axes lie, and how far they may move."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from armwright.arrays import Array
from armwright.errors import InputError
from armwright.robot import Joint, Pose, Robot, rotation_about


@dataclass(frozen=True, eq=False)
class JointChain:
    """`places`: of the chain's joints in joint vectors. `points` and `axes` (k, 3): a point on each
    axis and its direction, and `tool` the frame's pose, all at zero position in the base frame.
    `lower`, `upper` and `turns` (whether a full turn changes nothing) are for whole joint vectors.
    """

    robot: Robot
    frame: str
    joints: tuple[Joint, ...]
    places: tuple[int, ...]
    points: Array
    axes: Array
    tool: Pose
    lower: Array
    upper: Array
    turns: NDArray[np.bool_]

    @property
    def size(self) -> int:
        """How many joints the whole robot has."""
        return len(self.lower)

    @property
    def all_revolute(self) -> bool:
        return all(joint.kind == "revolute" for joint in self.joints)

    @property
    def length(self) -> float:
        """From the first joint along all others to the frame, at zero position; at least 1 mm."""
        way = np.vstack([self.points, self.tool.translation])
        return max(float(np.linalg.norm(np.diff(way, axis=0), axis=1).sum()), 1e-3)

    @cached_property
    def only_places(self) -> bool:
        """Whether the frame's position takes all joints, so that none is left to turn it."""
        return self.freedoms(position_only=True) == len(self.joints)

    def freedoms(self, position_only: bool) -> int:
        """In how many directions the joints together can move the frame: the rank of the Jacobian
        where nothing is special."""
        motion, columns = Pose(), []
        angles = np.random.default_rng(0).uniform(0.5, 1.5, len(self.joints))
        for joint, point, axis, q in zip(self.joints, self.points, self.axes, angles, strict=True):
            c, h = motion.rotation @ point + motion.translation, motion.rotation @ axis
            turns = joint.kind == "revolute"
            columns.append([*(np.cross(c, h) if turns else h), *(h if turns else 0 * h)])
            R = rotation_about(axis, q) if turns else np.eye(3)
            motion = motion @ Pose(R, point - R @ point if turns else axis * q)
        tool = motion.rotation @ self.tool.translation + motion.translation
        J = np.array(columns).T
        J[:3] += np.cross(J[3:].T, tool).T
        J[:3] /= self.length
        return int(np.linalg.matrix_rank(J[:3] if position_only else J, tol=1e-6))


def chain_to(robot: Robot, frame: str) -> JointChain:
    """The chain from the base of `robot` to `frame`."""
    above = {joint.child: joint for joint in robot.joints}
    target = robot.frame(frame)
    path: list[Joint] = []
    link = target.link
    while link != robot.base:
        path.append(above[link])
        link = above[link].parent
    pose, joints, points, axes = Pose(), [], [], []
    for joint in reversed(path):
        pose = pose @ joint.origin
        if joint.mimic is not None:
            raise InputError(
                "inverse kinematics does not go through a joint that mimics another",
                where=f"inverse kinematics of '{robot.name}', frame '{frame}'",
                got=f"joint '{joint.name}', which mimics '{joint.mimic.joint}'",
                expected="a frame before it, such as the link that carries a gripper",
            )
        if joint.moves:
            joints.append(joint)
            points.append(pose.translation)
            axes.append(pose.rotation @ joint.axis)
    if not joints:
        raise InputError(
            "no joint moves this frame",
            where=f"inverse kinematics of '{robot.name}', frame '{frame}'",
            expected="a frame behind at least one moving joint",
        )
    moving = robot.moving_joints
    place = {joint.name: k for k, joint in enumerate(moving)}
    return JointChain(
        robot,
        frame,
        tuple(joints),
        tuple(place[joint.name] for joint in joints),
        np.array(points),
        np.array(axes),
        pose @ target.pose,
        np.array([joint.limits.lower for joint in moving]),
        np.array([joint.limits.upper for joint in moving]),
        np.array([joint.kind == "revolute" for joint in moving]),
    )
