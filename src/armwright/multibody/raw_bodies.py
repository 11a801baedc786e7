"""The bodies of a robot while they are being set up: one for each joint that moves."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

import casadi as cs
import numpy as np

from armwright.multibody.parameters import FreeParameters
from armwright.multibody.placement import Placement, Ten, add_ten, seen_from, zero_ten
from armwright.multibody.rotation import General, Rotation, Turn
from armwright.multibody.spatial import Vector, matrix_of, vector_of
from armwright.robot import Joint
from armwright.robot.links import joints_behind


@dataclass
class RawBody:
    """`placement`: in the parent body's frame at position 0."""

    joint: Joint
    parent: int
    prismatic: bool
    placement: Placement
    ten: Ten = field(default_factory=zero_ten)
    links: dict[str, Placement] = field(default_factory=dict)


def raw_bodies(
    free: FreeParameters, loads: Mapping[str, Ten], cut: Collection[str] = ()
) -> tuple[list[RawBody], dict[str, Placement]]:
    """Walk the tree from the base: a moving joint starts a body, a fixed one adds to it, unless it
    is `cut`: then it starts a body that slides by nothing."""
    robot = free.robot
    below = joints_behind(robot.links, robot.joints)
    bodies: list[RawBody] = []
    base = {robot.base: Placement()}
    todo = [(joint, -1) for joint in reversed(below[robot.base])]
    while todo:
        joint, home = todo.pop()
        links = base if home < 0 else bodies[home].links
        placement = links[joint.parent] @ _joint_placement(joint, free)
        if joint.moves or joint.name in cut:
            upright = _z_onto(joint.axis)
            slides = joint.kind in ("prismatic", "fixed")
            body = RawBody(joint, home, slides, placement @ upright)
            bodies.append(body)
            home, links, placement = len(bodies) - 1, body.links, upright.inverse()
        links[joint.child] = placement
        if home >= 0:
            bodies[home].ten = add_ten(
                bodies[home].ten, seen_from(_laden(joint.child, free, loads), placement)
            )
        todo += [(child, home) for child in reversed(below[joint.child])]
    return bodies, base


def _laden(link: str, free: FreeParameters, loads: Mapping[str, Ten]) -> Ten:
    own = free.ten(link)
    return add_ten(own, loads[link]) if link in loads else own


def _joint_placement(joint: Joint, free: FreeParameters) -> Placement:
    translation = vector_of(joint.origin.translation)
    if free.is_free(f"joints.{joint.name}.translation"):
        translation = Vector(*free.get(f"joints.{joint.name}.translation"))
    rotation = matrix_of(joint.origin.rotation)
    if free.is_free(f"joints.{joint.name}.rotation"):
        rx, ry, rz = free.get(f"joints.{joint.name}.rotation")
        swap = General(matrix_of([[0, 0, 1], [1, 0, 0], [0, 1, 0]]))  # x → y → z → x
        back = General(swap.matrix.T)
        turns = Rotation(
            (
                Turn("x", cs.cos(rx), cs.sin(rx)),
                swap,
                Turn("x", cs.cos(ry), cs.sin(ry)),
                back,
                Turn("z", cs.cos(rz), cs.sin(rz)),
            )
        )
        rotation = rotation.of(turns.matrix())
    return Placement(rotation, translation)


def _z_onto(axis: np.ndarray) -> Placement:
    """The rotation whose z axis is `axis`; for ±x, ±y, ±z it only swaps axes and signs."""
    helper = np.roll(np.eye(3)[int(np.argmax(np.abs(axis)))], 1)
    x = np.cross(helper, axis)
    x /= np.linalg.norm(x)
    if axis[2] == 1.0:
        return Placement()
    return Placement(matrix_of(np.column_stack([x, np.cross(axis, x), axis])))
