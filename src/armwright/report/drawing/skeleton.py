"""Where the bodies of a robot run when nothing but its joints is known."""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass

import numpy as np

from armwright.arrays import Array
from armwright.robot import Joint, Robot
from armwright.robot.links import joints_behind


@dataclass(frozen=True, eq=False)
class Bone:
    """A bent line (n, 3) in the base frame, from where `link` hangs to where something hangs on it.

    `depth` counts from 0 at the base to 1 at the last link of the longest branch.
    """

    link: str
    line: Array
    depth: float


@dataclass(frozen=True, eq=False)
class Skeleton:
    """`depths`: of every link, whether it has bones or not. `size` (m): about the length of the
    stretched arm; drawn things are sized by it."""

    bones: tuple[Bone, ...]
    depths: Mapping[str, float]
    size: float


def skeleton(robot: Robot, poses: Mapping[str, Array]) -> Skeleton:
    """`poses`: 4 × 4 of every link in the base frame."""
    parents = {joint.child: joint for joint in robot.joints}
    levels = {link.name: _level(robot, parents, link.name) for link in robot.links}
    carriers = carriers_of(robot)
    deepest = max(levels.values()) or 1
    depths = {link: level / deepest for link, level in levels.items()}
    bones = []
    for link in robot.links:
        own = parents.get(link.name)
        for end, axis in ends(robot, link.name, carriers):
            line = _route(own.axis if own is not None and own.moves else None, end, axis)
            if len(line) > 1:
                T = poses[link.name]
                bones.append(Bone(link.name, line @ T[:3, :3].T + T[:3, 3], depths[link.name]))
    return Skeleton(tuple(bones), depths, _size(robot, carriers))


def carriers_of(robot: Robot) -> set[str]:
    """Links that something of interest hangs on: a moving joint, further out, or the tool."""
    parents = {joint.child: joint.parent for joint in robot.joints}
    wanted = {joint.parent for joint in robot.joints if joint.moves} | {
        robot.frame(robot.tool).link
    }
    carriers = set()
    for link in wanted:
        while link not in carriers:
            carriers.add(link)
            link = parents.get(link, link)
    return carriers


def ends(robot: Robot, link: str, carriers: Set[str]) -> list[tuple[Array, Array | None]]:
    """Points of `link`, in its frame, where joints hang, with their axes; or its named frames; or,
    where it would have no length otherwise, its centre of mass.

    Links that are merely fixed to it and carry nothing, such as sensors, do not count.
    """
    joints = [j for j in robot.joints if j.parent == link and (j.moves or j.child in carriers)]
    found: list[tuple[Array, Array | None]] = [
        (joint.origin.translation, joint.origin.rotation @ joint.axis if joint.moves else None)
        for joint in joints
    ]
    frames = [frame for frame in robot.frames if frame.link == link]
    if not joints or any(frame.name == robot.tool for frame in frames):
        found += [(frame.pose.translation, frame.pose.rotation[:, 2]) for frame in frames]
    inertia = robot.link(link).inertia
    moved = any(joint.child == link and joint.moves for joint in robot.joints)
    if not joints and moved and inertia is not None and not any(end.any() for end, _ in found):
        found.append((inertia.centre, None))
    return found


def _route(own: Array | None, end: Array, following: Array | None) -> Array:
    """From the origin to `end` as a machine is built: first along the link's own axis, then across,
    and into the following joint along that joint's axis."""
    across = end
    legs = []
    if own is not None:
        legs.append((own @ across) * own)
        across = across - legs[0]
    last = np.zeros(3)
    if following is not None and (own is None or abs(own @ following) < 0.1):
        last = (following @ across) * following
        across = across - last
    legs += [across, last]
    shortest = 1e-3 * float(np.linalg.norm(end))
    points = [np.zeros(3)]
    for leg in legs:
        if np.linalg.norm(leg) > shortest:
            points.append(points[-1] + leg)
    return np.array(points)


def _level(robot: Robot, parents: Mapping[str, Joint], link: str) -> int:
    """How many moving joints lead to it."""
    level = 0
    while link != robot.base:
        level += parents[link].moves
        link = parents[link].parent
    return level


def _size(robot: Robot, carriers: Set[str]) -> float:
    """The longest way along the tree from the base to the end of a link."""
    behind = joints_behind(robot.links, robot.joints)
    longest, todo = 0.0, [(robot.base, 0.0)]
    while todo:
        link, length = todo.pop()
        here = [float(np.linalg.norm(end)) for end, _ in ends(robot, link, carriers)]
        longest = max(longest, length + max(here, default=0.0))
        for joint in behind[link]:
            todo.append((joint.child, length + float(np.linalg.norm(joint.origin.translation))))
    return longest or 1.0
