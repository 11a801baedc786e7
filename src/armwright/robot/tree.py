"""Is it a tree? Names unique, every joint between two links, one base, no cycle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

from armwright.errors import InputError

if TYPE_CHECKING:
    from armwright.robot.model import Joint, Robot


def check_tree(robot: Robot) -> None:
    """Raise InputError with the first thing that keeps `robot` from being a tree."""
    where = f"robot '{robot.name}'"
    links = [link.name for link in robot.links]
    if not links:
        raise InputError("has no links", where=where)
    _unique(links + [frame.name for frame in robot.frames], "link or frame", where)
    _unique([joint.name for joint in robot.joints], "joint", where)
    known, moving = set(links), set(robot.joint_names)
    for joint in robot.joints:
        for role, name in (("parent", joint.parent), ("child", joint.child)):
            if name not in known:
                raise InputError(
                    f"{role} link does not exist",
                    where=f"joint '{joint.name}'",
                    got=repr(name),
                    expected=f"one of {_some(links)}",
                )
        for name in joint.drive.coupling if joint.drive else ():
            if name not in moving or name == joint.name:
                raise InputError(
                    "drive is coupled to a joint that does not exist or does not move by itself",
                    where=f"joint '{joint.name}'",
                    got=repr(name),
                    expected="the name of another joint that moves by itself",
                )
    for frame in robot.frames:
        if frame.link not in known:
            raise InputError(
                "link does not exist",
                where=f"frame '{frame.name}'",
                got=repr(frame.link),
                expected=f"one of {_some(links)}",
            )
    _one_parent_each(robot)
    _all_hang_on_one_base(robot, links, where)


def _some(names: list[str]) -> str:
    return str(names) if len(names) <= 12 else f"{names[:12]} and {len(names) - 12} more"


def _unique(names: Iterable[str], kind: str, where: str) -> None:
    twice = [name for name, count in Counter(names).items() if count > 1]
    if twice:
        raise InputError(f"{kind} name is used twice", where=where, got=repr(twice[0]))


def _one_parent_each(robot: Robot) -> None:
    parent_joint: dict[str, str] = {}
    for joint in robot.joints:
        if joint.child in parent_joint:
            raise InputError(
                f"moved by two joints, '{parent_joint[joint.child]}' and '{joint.name}'",
                where=f"link '{joint.child}'",
                expected="a tree: one joint per link",
            )
        parent_joint[joint.child] = joint.name


def _all_hang_on_one_base(robot: Robot, links: list[str], where: str) -> None:
    children: dict[str, list[str]] = {name: [] for name in links}
    for joint in robot.joints:
        children[joint.parent].append(joint.child)
    moved = {joint.child for joint in robot.joints}
    roots = [name for name in links if name not in moved]
    if len(roots) > 1:
        raise InputError(
            "more than one base link",
            where=where,
            got=roots,
            expected="one link that no joint moves",
            hint="Connect the others with a joint, or remove them.",
        )
    reached, todo = set(roots), list(roots)
    while todo:
        fresh = children[todo.pop()]
        reached.update(fresh)
        todo.extend(fresh)
    loop = [name for name in links if name not in reached]
    if loop:
        raise InputError("links form a cycle", where=where, got=loop, expected="a tree")


def joints_behind(robot: Robot) -> dict[str, list[Joint]]:
    """For each link the joints that it carries, in the order of the file."""
    behind: dict[str, list[Joint]] = {link.name: [] for link in robot.links}
    for joint in robot.joints:
        behind[joint.parent].append(joint)
    return behind


def last_link(robot: Robot) -> str:
    """The link that most joints lead to; of equals, the first in the file."""
    behind = joints_behind(robot)
    level = deepest = {robot.base}
    while level:
        deepest = level
        level = {joint.child for name in level for joint in behind[name]}
    return next(link.name for link in robot.links if link.name in deepest)
