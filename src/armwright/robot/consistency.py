"""Do links, joints and frames fit together? A description asks when it is made."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from armwright.errors import InputError
from armwright.robot.links import Frame, Joint


def check_tree(
    where: str, links: Sequence[str], joints: Sequence[Joint], frames: Sequence[Frame]
) -> None:
    """Is it a tree? Names unique, every joint between two links, one base, no cycle. Raise
    InputError with the first thing that is not so."""
    if not links:
        raise InputError("has no links", where=where)
    _unique([*links, *(frame.name for frame in frames)], "link or frame", where)
    _unique([joint.name for joint in joints], "joint", where)
    known, moving = set(links), set(_moving(joints))
    for joint in joints:
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
    for frame in frames:
        if frame.link not in known:
            raise InputError(
                "link does not exist",
                where=f"frame '{frame.name}'",
                got=repr(frame.link),
                expected=f"one of {_some(links)}",
            )
    _one_parent_each(joints)
    _all_hang_on_one_base(joints, links, where)


def _moving(joints: Sequence[Joint]) -> list[str]:
    return [joint.name for joint in joints if joint.moves_by_itself]


def _some(names: Sequence[str]) -> str:
    return str(names) if len(names) <= 12 else f"{names[:12]} and {len(names) - 12} more"


def _unique(names: Iterable[str], kind: str, where: str) -> None:
    twice = [name for name, count in Counter(names).items() if count > 1]
    if twice:
        raise InputError(f"{kind} name is used twice", where=where, got=repr(twice[0]))


def _one_parent_each(joints: Sequence[Joint]) -> None:
    parent_joint: dict[str, str] = {}
    for joint in joints:
        if joint.child in parent_joint:
            raise InputError(
                f"moved by two joints, '{parent_joint[joint.child]}' and '{joint.name}'",
                where=f"link '{joint.child}'",
                expected="a tree: one joint per link",
            )
        parent_joint[joint.child] = joint.name


def _all_hang_on_one_base(joints: Sequence[Joint], links: Sequence[str], where: str) -> None:
    children: dict[str, list[str]] = {name: [] for name in links}
    for joint in joints:
        children[joint.parent].append(joint.child)
    moved = {joint.child for joint in joints}
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


def _check_more(joint: Joint, joints: Sequence[Joint]) -> None:
    assert joint.mimic is not None
    for name in joint.mimic.more:
        if name not in _moving(joints) or name == joint.mimic.joint:
            raise InputError(
                "mimics a joint that does not move by itself, or one joint twice",
                where=f"joint '{joint.name}'",
                got=repr(name),
                expected=f"one of {_moving(joints)}",
            )


def check_mimics(joints: Sequence[Joint]) -> None:
    """Raise InputError unless each joint that mimics follows one that moves by itself."""
    by_name = {joint.name: joint for joint in joints}
    for joint in joints:
        if joint.mimic is None:
            continue
        master = by_name.get(joint.mimic.joint)
        hint = ""
        if master is None:
            what = "mimics a joint that does not exist"
        elif master is joint:
            what = "mimics itself"
        elif not master.moves:
            what = "mimics a joint that does not move"
        elif master.mimic is not None:
            what = f"mimics a joint that itself mimics '{master.mimic.joint}'"
            hint = "Name the joint that moves by itself, with the product of the multipliers."
        else:
            _check_more(joint, joints)
            continue
        raise InputError(
            what,
            where=f"joint '{joint.name}'",
            got=repr(joint.mimic.joint),
            expected=f"one of {_moving(joints)}",
            hint=hint,
        )
