"""The arms on which formulations are compared."""

from __future__ import annotations

import dataclasses

import numpy as np

from armwright.robot import Inertia, Joint, Link, Pose, Robot, load
from armwright.robot.pose import rotation_about

#: Those of S2, with what the tables call them.
OF_THE_SOURCE = {
    "cart_pendulum": "cart with a pendulum",
    "cart_double_pendulum": "cart with a double pendulum",
    "scara": "SCARA",
    "puma560_armstrong3": "PUMA 560, three links",
}
#: The first axes of the six-axis arm.
SIZES = (2, 3, 4, 5, 6)


def source_arms() -> dict[str, Robot]:
    return {title: load(name) for name, title in OF_THE_SOURCE.items()}


def growing_arms() -> dict[str, Robot]:
    whole = load("six_axis")
    return {f"{n} axes": first_joints(whole, n) for n in SIZES}


def first_joints(robot: Robot, count: int) -> Robot:
    """The arm as far as its first so many moving joints, and all that is fixed to them."""
    chosen = {joint.name for joint in robot.moving_joints[:count]}
    links, joints = {robot.base}, []
    for joint in robot.joints:
        if joint.parent in links and (not joint.moves or joint.name in chosen):
            joints.append(joint)
            links.add(joint.child)
    return dataclasses.replace(
        robot,
        name=f"{robot.name}_{count}",
        links=tuple(link for link in robot.links if link.name in links),
        joints=tuple(joints),
        frames=(),
        tool="",
    )


def crossed_chain(count: int) -> Robot:
    """Equal links with full inertia tensors, each axis at a right angle to the one before."""
    tensor = np.array([[50, 2, 3], [2, 40, 4], [3, 4, 30]]) * 1e-3
    inertia = Inertia(2.0, np.array([0.1, 0.02, 0.03]), tensor)
    links, joints = [Link("base")], []
    for k in range(count):
        turn = rotation_about([1, 0, 0], np.pi / 2 if k % 2 else -np.pi / 2)
        place = Pose(turn, np.array([0.3, 0.0, 0.1]))
        joints.append(Joint(f"joint{k + 1}", "revolute", links[-1].name, f"link{k + 1}", place))
        links.append(Link(f"link{k + 1}", inertia))
    return Robot("crossed_chain", tuple(links), tuple(joints))
