"""The joints from the base to a frame: where their axes lie, and how far they may move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from armwright.errors import InputError
from armwright.robot import Joint, Pose, Robot

Array: TypeAlias = NDArray[np.float64]


@dataclass(frozen=True)
class Chain:
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


def chain_to(robot: Robot, frame: str) -> Chain:
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
    return Chain(
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
