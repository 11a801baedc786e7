"""Axes in which a joint's bearing or the foundation gives way: more joints, without motors.

S4 (2.12): τ = −K q − D q̇ about each of them. They come after the arm's own joints, and neither its
controller nor its references know of them.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from armwright.errors import InputError
from armwright.robot import Joint, Link, Pose, Robot

Axis = Literal["x", "y", "z", "rx", "ry", "rz"]
_UNIT = {"x": (1.0, 0.0, 0.0), "y": (0.0, 1.0, 0.0), "z": (0.0, 0.0, 1.0)}
#: Where to say that the whole arm stands on something elastic.
FOUNDATION = "foundation"


@dataclass(frozen=True)
class Elastic:
    """An elastic axis `at` a joint, in its frame before the joint turns, or at the foundation, in
    the base's frame: along x, y, z or about them (rx, ry, rz). N m/rad and N m s/rad, or N/m …"""

    at: str
    axis: Axis
    stiffness: float
    damping: float = 0.0

    def __post_init__(self) -> None:
        where = f"elastic axis {self.axis} at '{self.at}'"
        if self.axis not in ("x", "y", "z", "rx", "ry", "rz"):
            raise InputError(
                "unknown axis", where=where, got=repr(self.axis), expected="x, y, z, rx, ry or rz"
            )
        if not (self.stiffness > 0 and self.damping >= 0):
            raise InputError(
                "stiffness or damping",
                where=where,
                got=f"{self.stiffness:g} and {self.damping:g}",
                expected="more than 0, and at least 0",
            )

    @property
    def name(self) -> str:
        return f"{self.at}.{self.axis}"


def with_elastic_axes(robot: Robot, elastic: Sequence[Elastic]) -> Robot:
    """The robot with further joints; joint vectors end with theirs, in the order given."""
    links, joints = list(robot.links), list(robot.joints)
    added: list[Joint] = []
    for place in dict.fromkeys(one.at for one in elastic):
        own = [one for one in elastic if one.at == place]
        if place == FOUNDATION:
            ground = Link(f"{FOUNDATION} (ground)")
            links.append(ground)
            added += _chain(own, ground.name, robot.base, Pose(), links)
            continue
        k = next((k for k, joint in enumerate(joints) if joint.name == place and joint.moves), None)
        if k is None:
            raise InputError(
                "no such joint to be elastic",
                where=f"robot '{robot.name}', elastic",
                got=repr(place),
                expected=f"'{FOUNDATION}', or one of {', '.join(robot.joint_names)}",
            )
        bearing = Link(f"{place} (bearing)")
        links.append(bearing)
        added += _chain(own, joints[k].parent, bearing.name, joints[k].origin, links)
        joints[k] = dataclasses.replace(joints[k], parent=bearing.name, origin=Pose())
    names = [one.name for one in elastic]
    added.sort(key=lambda joint: names.index(joint.name))
    return dataclasses.replace(robot, links=tuple(links), joints=(*joints, *added), sources={})


def _chain(
    elastic: Sequence[Elastic], parent: str, child: str, origin: Pose, links: list[Link]
) -> list[Joint]:
    """Joints one after the other from `parent` to `child`; the links between have no mass."""
    found = []
    for k, one in enumerate(elastic):
        last = k == len(elastic) - 1
        after = child if last else f"{one.name} (massless)"
        if not last:
            links.append(Link(after))
        kind: Literal["revolute", "prismatic"] = "revolute" if one.axis[0] == "r" else "prismatic"
        axis = np.array(_UNIT[one.axis[-1]])
        found.append(Joint(one.name, kind, parent, after, origin, axis))
        parent, origin = after, Pose()
    return found
