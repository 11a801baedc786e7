"""Hinges, slides and motors of MJCF, and joints that an equality ties to another one."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from armwright.errors import InputError
from armwright.robot.contents import LEFT_OUT
from armwright.robot.drive import Drive, Limits
from armwright.robot.formats.mjcf_parts import MjcfOptions, unit
from armwright.robot.formats.xml import Node
from armwright.robot.links import Joint
from armwright.robot.mimic import Mimic, resolved
from armwright.robot.pose import Pose, turn

#: Under a robot's sources.
DRIVE_LEFT_OUT = f"{LEFT_OUT}motor, friction and armature of a joint that mimics another"


def joint(
    node: Node,
    options: MjcfOptions,
    parent: str,
    child: str,
    origin: Pose,
    motors: Mapping[str, Node],
) -> Joint:
    kind = node.attributes.get("type", "hinge")
    if kind not in ("hinge", "slide"):
        raise InputError(
            "joint moves in several ways at once" if kind in ("free", "ball") else "bad type",
            where=node.place,
            got=repr(kind),
            expected="hinge or slide",
        )
    name = node.attributes.get("name") or f"{child}_joint"
    axis = unit(node.numbers("axis", 3, (0.0, 0.0, 1.0)), node)
    scale = options.angle(1.0) if kind == "hinge" else 1.0
    zero = reference(node, options)
    back = turn(axis, -zero) if kind == "hinge" else Pose(translation=-zero * axis)
    return Joint(
        name,
        "revolute" if kind == "hinge" else "prismatic",
        parent,
        child,
        origin @ back,
        axis,
        _limits(node, scale, options.autolimits),
        _drive(node, motors.get(name)),
    )


def reference(node: Node, options: MjcfOptions) -> float:
    """The position that the drawn pose counts as."""
    turns = node.attributes.get("type", "hinge") == "hinge"
    return node.number("ref", 0.0) * (options.angle(1.0) if turns else 1.0)


def _limits(node: Node, scale: float, autolimits: bool) -> Limits:
    limited = node.attributes.get("limited", "auto")
    lower, upper, effort = -math.inf, math.inf, math.inf
    if "range" in node.attributes and (limited == "true" or (limited == "auto" and autolimits)):
        lower, upper = (scale * value for value in node.numbers("range", 2, infinite=True))
    if "actuatorfrcrange" in node.attributes:
        effort = max(abs(value) for value in node.numbers("actuatorfrcrange", 2))
    return Limits(lower, upper, effort=effort)


def _drive(node: Node, motor: Node | None) -> Drive | None:
    damping, dry = node.number("damping", 0.0), node.number("frictionloss", 0.0)
    friction = {key: value for key, value in (("viscous", damping), ("coulomb", dry)) if value}
    armature = node.number("armature", 0.0)
    if motor is None and not friction and not armature:
        return None
    ratio, limit = 1.0, None
    if motor is not None:
        ratio = motor.numbers("gear", None, (1.0,))[0]
        if "ctrlrange" in motor.attributes:
            limit = max(abs(value) for value in motor.numbers("ctrlrange", 2))
    return Drive(
        gear_ratio=ratio,
        motor_inertia=armature / ratio**2 if ratio else armature,
        friction=friction,
        friction_side="joint",
        torque_limit=limit,
    )


def with_mimics(
    joints: Sequence[Joint], root: Node, references: Mapping[str, float], notes: dict[str, str]
) -> tuple[Joint, ...]:
    """The joints, with those tied to others mimicking them; what is left out goes into `notes`.

    `references`: the position of each joint in the drawn pose, from which MuJoCo counts here:
    y − y₀ = a + b (x − x₀) + c (x − x₀)² …, with polycoef = "a b c …".
    """
    found: dict[str, Mimic] = {}
    for node in equalities(root):
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


def equalities(root: Node) -> Iterator[Node]:
    return (node for equality in root.all("equality") for node in equality.children)
