"""Joints of MJCF that an equality ties to another one: those that mimic it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from armwright.errors import InputError
from armwright.robot.contents import LEFT_OUT
from armwright.robot.formats.xml import Node
from armwright.robot.links import Joint
from armwright.robot.mimic import Mimic, resolved

#: Under a robot's sources.
DRIVE_LEFT_OUT = f"{LEFT_OUT}motor, friction and armature of a joint that mimics another"


def refuse_loops(root: Node) -> None:
    for node in _equalities(root):
        if node.tag in ("connect", "weld"):
            raise InputError("closes a loop between bodies", where=node.place, expected="a tree")


def with_mimics(
    joints: Sequence[Joint], root: Node, references: Mapping[str, float], notes: dict[str, str]
) -> tuple[Joint, ...]:
    """The joints, with those tied to others mimicking them; what is left out goes into `notes`.

    `references`: the position of each joint in the drawn pose, from which MuJoCo counts here:
    y − y₀ = a + b (x − x₀) + c (x − x₀)² …, with polycoef = "a b c …".
    """
    found: dict[str, Mimic] = {}
    for node in _equalities(root):
        if node.tag != "joint" or node.attributes.get("active", "true") != "true":
            continue
        name, master = node.attribute("joint1"), node.attributes.get("joint2")
        for tied in (name, master or name):
            if tied not in references:
                raise InputError("no such joint", where=node.place, got=repr(tied))
        # MuJoCo fills up what is not given with its default, 0 1 0 0 0.
        given = node.numbers("polycoef", None, (0.0,))
        a, b, *bent = (*given, *(0.0, 1.0, 0.0, 0.0, 0.0)[len(given) :])
        tie = f"ties it to joint '{master}' by a curve" if any(bent) else ""
        tie = f"also ties it to joint '{master}'" if name in found else tie
        tie = "locks it" if master is None else tie
        if tie or master is None:
            notes[f"joints.{name}"] = f"{LEFT_OUT}the file {tie}"
            continue
        found[name] = Mimic(master, b, references[name] + a - b * references[master])
    mimics = resolved(found)
    for joint in joints:
        if joint.name in mimics and joint.drive is not None:
            notes[f"joints.{joint.name}.drive"] = DRIVE_LEFT_OUT
    return tuple(
        replace(joint, drive=None, mimic=mimics[joint.name]) if joint.name in mimics else joint
        for joint in joints
    )


def _equalities(root: Node) -> Iterator[Node]:
    return (node for equality in root.all("equality") for node in equality.children)
