"""Hinges, slides and motors of MJCF."""

from __future__ import annotations

import math
from collections.abc import Mapping

from armwright.errors import InputError
from armwright.robot.drive import Drive, Limits
from armwright.robot.formats.mjcf_parts import Settings, unit
from armwright.robot.formats.xml import Node
from armwright.robot.links import Joint
from armwright.robot.pose import Pose, turn


def joint(
    node: Node,
    options: Settings,
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


def reference(node: Node, options: Settings) -> float:
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
