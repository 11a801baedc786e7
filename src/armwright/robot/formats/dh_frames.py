"""A robot's links beside the frames of its D-H table, for writing it with one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from armwright.robot.dh_table import DhTable
from armwright.robot.formats.dh import place_modified, place_standard
from armwright.robot.links import joints_behind
from armwright.robot.model import Description
from armwright.robot.pose import Pose


@dataclass(frozen=True)
class DhFrames:
    """`seen`: each link of the table's chain, seen from its D-H frame. `poses`: all links, with all
    joints at zero."""

    robot: Description
    table: DhTable
    seen: Mapping[str, Pose]
    poses: Mapping[str, Pose]

    def link(self, name: str) -> Pose:
        """The link, seen from the frame that a file with the table describes it in."""
        return self.seen.get(name, Pose())

    @property
    def far_ends(self) -> dict[str, str]:
        """Link → name of its D-H frame, where readers make that frame by themselves."""
        standard = self.table.convention == "standard"
        return {link: f"{link}_dh" for link in self.seen} if standard else {}

    def keeps_joint_frame(self, name: str) -> bool:
        """Is the frame of a joint of the table the same after reading?"""
        place = place_standard if self.table.convention == "standard" else place_modified
        there = Pose()
        for one in place(self.table.rows, self.table.origin)[: self.table.joints.index(name) + 1]:
            there = there @ one.joint_origin
        return is_here(there.inverse() @ self.poses[self.robot.joint(name).child])


def dh_frames(robot: Description, table: DhTable) -> DhFrames:
    poses = _link_poses(robot)
    seen = {}
    for name, frame in zip(table.joints, table.frames, strict=True):
        child = robot.joint(name).child
        seen[child] = frame.inverse() @ poses[child]
    return DhFrames(robot, table, seen, poses)


def _link_poses(robot: Description) -> dict[str, Pose]:
    poses, behind, todo = (
        {robot.base: Pose()},
        joints_behind(robot.links, robot.joints),
        [robot.base],
    )
    while todo:
        parent = todo.pop()
        for joint in behind[parent]:
            poses[joint.child] = poses[parent] @ joint.origin
            todo.append(joint.child)
    return poses


def is_here(pose: Pose) -> bool:
    return bool(np.allclose(pose.matrix(), np.eye(4), rtol=0, atol=1e-9))
