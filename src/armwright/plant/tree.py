"""The tree of a plant: the robot's, with a joint for every elastic axis and every axis along which
the base is moved."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Literal

import numpy as np

from armwright.robot import Joint, Link, LoopClosure, LoopEnd, Pose, Robot
from armwright.robot.elastic import FOUNDATION, Axis, ElasticAxis
from armwright.robot.inertia import Inertia

_UNIT = {"x": (1.0, 0.0, 0.0), "y": (0.0, 1.0, 0.0), "z": (0.0, 0.0, 1.0)}
_Step = tuple[str, Axis, Inertia | None]


def with_elastic_axes(robot: Robot) -> Robot:
    """The robot with passive joints in place of its elastic axes, without their springs and
    friction. They come after the robot's own joints, in the order of its list."""
    axes = robot.elastic
    robot = dataclasses.replace(robot, elastic=(), spring_matrices=())
    for place in dict.fromkeys((one.at, one.place) for one in axes):
        robot = _inserted(robot, [one for one in axes if (one.at, one.place) == place])
    added = {joint.name: joint for joint in robot.joints}
    ordered = [added.pop(one.name) for one in axes]
    return dataclasses.replace(robot, joints=(*added.values(), *ordered))


def on_moved_base(robot: Robot, axes: Sequence[Axis]) -> Robot:
    """The base carried by joints along and about `axes`, one after the other from the ground."""
    steps: list[_Step] = [(base_axis(axis), axis, None) for axis in axes]
    links, joints = _chain(steps, "ground", robot.base, Pose())
    return dataclasses.replace(
        robot,
        links=(*robot.links, Link("ground"), *links),
        joints=(*robot.joints, *joints),
        sources={},
    )


def base_axis(axis: Axis) -> str:
    """The name of the joint that moves the base along or about an axis."""
    return f"base {axis}"


def _inserted(robot: Robot, here: Sequence[ElasticAxis]) -> Robot:
    """The robot with the elastic axes of one place."""
    first = here[0]
    steps: list[_Step] = [(one.name, one.axis, one.inertia) for one in here]
    joints, frames, loops = list(robot.joints), list(robot.frames), list(robot.loops)
    if first.at == FOUNDATION:
        fresh = Link(f"{FOUNDATION} (ground)")
        links, added = _chain(steps, fresh.name, robot.base, Pose())
    elif first.place == "before":
        k = _index(robot, first.at)
        fresh = Link(f"{first.at} (bearing)")
        links, added = _chain(steps, joints[k].parent, fresh.name, joints[k].origin)
        joints[k] = dataclasses.replace(joints[k], parent=fresh.name, origin=Pose())
    elif first.place == "after":
        k = _index(robot, first.at)
        fresh = Link(f"{first.at} (turned)")
        links, added = _chain(steps, fresh.name, joints[k].child, Pose())
        joints[k] = dataclasses.replace(joints[k], child=fresh.name)
    else:
        fresh = Link(f"{first.at} (carried)")
        links, added = _chain(steps, first.at, fresh.name, first.origin)
        back = first.origin.inverse()
        joints = [
            dataclasses.replace(joint, parent=fresh.name, origin=back @ joint.origin)
            if joint.parent == first.at
            else joint
            for joint in joints
        ]
        frames = [
            dataclasses.replace(frame, link=fresh.name, pose=back @ frame.pose)
            if frame.link == first.at
            else frame
            for frame in frames
        ]
        loops = [_carried(loop, first.at, fresh.name, back) for loop in loops]
    return dataclasses.replace(
        robot,
        links=(*robot.links, fresh, *links),
        joints=(*joints, *added),
        frames=tuple(frames),
        loops=tuple(loops),
        sources={},
    )


def _carried(loop: LoopClosure, link: str, by: str, back: Pose) -> LoopClosure:
    """With the ends on a link on what it carries."""
    first, second = (LoopEnd(by, back @ end.pose) if end.link == link else end for end in loop.ends)
    return dataclasses.replace(loop, first=first, second=second)


def _index(robot: Robot, joint: str) -> int:
    return [one.name for one in robot.joints].index(joint)


def _chain(
    steps: Sequence[_Step], parent: str, child: str, origin: Pose
) -> tuple[list[Link], list[Joint]]:
    """Joints one after the other from `parent` to `child`, and the links between and upon them."""
    links, joints = [], []
    for k, (name, axis, inertia) in enumerate(steps):
        last = k == len(steps) - 1
        after = child if last else f"{name} (between)"
        if not last:
            links.append(Link(after))
        if inertia is not None:
            links.append(Link(f"{name} (body)", inertia))
            joints.append(Joint(f"{name} (body)", "fixed", after, links[-1].name))
        kind: Literal["revolute", "prismatic"] = "revolute" if axis[0] == "r" else "prismatic"
        unit = np.array(_UNIT[axis[-1]])
        joints.append(Joint(name, kind, parent, after, origin, unit, passive=True))
        parent, origin = after, Pose()
    return links, joints
