"""Closed loops of MJCF: `connect` and `weld` between bodies or sites, read and written.

MuJoCo counts from the drawn pose: what two bodies have in common there stays together. Our files
name both frames instead, so that written loops go between sites. A hinge is two points along its
axis that stay together; a slide has no place in MJCF.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

import numpy as np

from armwright.errors import InputError
from armwright.robot.formats.xml import Node
from armwright.robot.links import Frame, Joint
from armwright.robot.loop import LoopClosure, LoopEnd, LoopKind
from armwright.robot.model import Description
from armwright.robot.pose import Pose, turn

#: How far the second point of a hinge is along its axis, m.
_ALONG = 0.1
_Described = TypeVar("_Described", bound=Description)


class LoopReader:
    """`bodies`: name → its link, and its frame seen from there; `references`: positions of the
    joints in the drawn pose."""

    def __init__(
        self,
        joints: Sequence[Joint],
        bodies: Mapping[str, LoopEnd],
        sites: Iterable[Frame],
        references: Mapping[str, float],
    ) -> None:
        self._bodies = bodies
        self._sites = {site.name: LoopEnd(site.link, site.pose) for site in sites}
        self._poses = drawn_poses(joints, references)

    def loops(self, nodes: Iterable[Node]) -> tuple[LoopClosure, ...]:
        found: list[LoopClosure] = []
        for node in nodes:
            if node.tag in ("connect", "weld") and node.attributes.get("active", "true") == "true":
                name = node.attributes.get("name") or f"{node.tag}{len(found) + 1}"
                kind: LoopKind = "spherical" if node.tag == "connect" else "weld"
                found.append(LoopClosure(name, kind, *self._ends(node)))
        return tuple(found)

    def _ends(self, node: Node) -> tuple[LoopEnd, LoopEnd]:
        if "site1" in node.attributes:
            return self._named(node, "site1", self._sites), self._named(node, "site2", self._sites)
        first = self._named(node, "body1", self._bodies)
        if "body2" in node.attributes:
            second = self._named(node, "body2", self._bodies)
        else:
            second = next((one for one in self._bodies.values() if one.link == "world"), first)
            if second is first:
                raise InputError("holds a body to a world that is no link", where=node.place)
        if node.tag == "connect":
            anchor = Pose(translation=np.array(node.numbers("anchor", 3)))
            first = LoopEnd(first.link, first.pose @ anchor)
            return first, self._at_drawn(first, second.link)
        anchor = Pose(translation=np.array(node.numbers("anchor", 3, (0.0, 0.0, 0.0))))
        given = node.numbers("relpose", 7, (0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0))
        second = LoopEnd(second.link, second.pose @ anchor)
        if any(given[3:]):
            raise InputError(
                "relpose is not read",
                where=node.place,
                expected="bodies that are together in the drawn pose, or two sites",
            )
        return self._at_drawn(second, first.link), second

    def _at_drawn(self, end: LoopEnd, link: str) -> LoopEnd:
        """The same frame in the drawn pose, on another link."""
        there = self._poses.get(end.link, Pose()) @ end.pose
        return LoopEnd(link, self._poses.get(link, Pose()).inverse() @ there)

    def _named(self, node: Node, key: str, known: Mapping[str, LoopEnd]) -> LoopEnd:
        name = node.attribute(key)
        if name not in known:
            raise InputError(f"no such {key[:-1]}", where=node.place, got=repr(name))
        return known[name]


def drawn_poses(joints: Sequence[Joint], references: Mapping[str, float]) -> dict[str, Pose]:
    """Of all links, for positions of joints."""
    children = {joint.child for joint in joints}
    poses = {joint.parent: Pose() for joint in joints if joint.parent not in children}
    left = list(joints)
    # What hangs on no root, as in a broken file, is for the robot itself to refuse.
    while ready := [joint for joint in left if joint.parent in poses]:
        for joint in ready:
            q = references.get(joint.name, 0.0)
            moved = turn(joint.axis, q) if joint.kind == "revolute" else Pose()
            if joint.kind == "prismatic":
                moved = Pose(translation=q * joint.axis)
            poses[joint.child] = poses[joint.parent] @ joint.origin @ moved
        done = {id(joint) for joint in ready}
        left = [joint for joint in left if id(joint) not in done]
    return poses


def held_loops(robot: Description) -> tuple[LoopClosure, ...]:
    """Those that MJCF can hold."""
    return tuple(loop for loop in robot.loops if loop.kind != "prismatic")


def with_sites(robot: _Described) -> _Described:
    """The robot with a frame for every site that its loops need."""
    sites = [
        Frame(_site(loop, k, end), one.link, one.pose @ place)
        for loop in held_loops(robot)
        for k, place in enumerate(_places(loop))
        for end, one in enumerate(loop.ends)
    ]
    return replace(robot, frames=(*robot.frames, *sites)) if sites else robot


def loop_nodes(robot: Description) -> tuple[Node, ...]:
    """Their equalities, between these sites."""
    found = []
    for loop in held_loops(robot):
        for k in range(len(_places(loop))):
            values = {"name": loop.name if not k else f"{loop.name} along its axis"}
            values |= {f"site{end + 1}": _site(loop, k, end) for end in (0, 1)}
            found.append(Node("weld" if loop.kind == "weld" else "connect", values))
    return tuple(found)


def _places(loop: LoopClosure) -> tuple[Pose, ...]:
    if loop.kind != "revolute":
        return (Pose(),)
    return Pose(), Pose(translation=_ALONG * loop.axis)


def _site(loop: LoopClosure, place: int, end: int) -> str:
    return f"{loop.name} {'along ' * place}{('first', 'second')[end]}"
