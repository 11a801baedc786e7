"""Numbers of links, by which symbols and steps are named."""

from __future__ import annotations

from string import ascii_lowercase

from armwright.robot import Robot
from armwright.robot.links import joints_behind


def link_labels(robot: Robot) -> dict[str, str]:
    """Link → label: the number of the joint that moves it, from 1 as in joint vectors; a letter
    behind for links that are fixed to another: 3, 3a, 3b. The base, and all that is fixed to it,
    is 0."""
    number = {joint.name: str(k) for k, joint in enumerate(robot.moving_joints, 1)}
    behind = joints_behind(robot.links, robot.joints)
    labels = {robot.base: "0"}
    letters: dict[str, int] = {}
    todo = [robot.base]
    while todo:
        parent = todo.pop(0)
        for joint in behind[parent]:
            labels[joint.child] = number.get(joint.name) or _fixed(labels[parent], letters)
            todo.append(joint.child)
    return labels


def body_of(label: str) -> str:
    """The number of the moving link that a link is part of."""
    return label.rstrip(ascii_lowercase)


def _fixed(parent: str, letters: dict[str, int]) -> str:
    body = body_of(parent)
    if body == "0":
        return body
    count = letters[body] = letters.get(body, -1) + 1
    size = len(ascii_lowercase)
    return f"{body}{ascii_lowercase[count % size] * (count // size + 1)}"
