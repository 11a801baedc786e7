"""Pieces of MJCF: default classes, orientations, and bodies made of geoms."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from armwright.arrays import Array
from armwright.errors import InputError
from armwright.robot.formats.xml import Node
from armwright.robot.inertia import Inertia
from armwright.robot.pose import Pose, rotation_about
from armwright.robot.values import frozen_array

WATER = 1000.0  # MuJoCo's default density, kg/m³
MAIN = "main"


@dataclass(frozen=True)
class MjcfOptions:
    """What `<compiler>` and `<default>` say: units of angles, order of Euler angles, classes."""

    degrees: bool = True
    sequence: str = "xyz"
    autolimits: bool = True
    classes: Mapping[str, Mapping[str, Mapping[str, str]]] = field(default_factory=dict)

    def angle(self, value: float) -> float:
        return math.radians(value) if self.degrees else value

    def filled(self, node: Node, childclass: str) -> Node:
        """The node with the attributes that its class gives it."""
        name = node.attributes.get("class", childclass)
        if name not in self.classes and name != MAIN:
            raise InputError("no such default class", where=node.place, got=repr(name))
        defaults = self.classes.get(name, {}).get(node.tag, {})
        return replace(node, attributes={**defaults, **node.attributes})


def mjcf_options(root: Node) -> MjcfOptions:
    attributes: dict[str, str] = {}
    for node in root.all("compiler"):
        attributes |= node.attributes
    classes: dict[str, dict[str, dict[str, str]]] = {}
    for node in root.all("default"):
        _collect(node, MAIN, {}, classes)
    sequence = attributes.get("eulerseq", "xyz")
    if len(sequence) != 3 or set(sequence.lower()) - set("xyz"):
        raise InputError("bad eulerseq", where="compiler", got=repr(sequence), expected="as 'xyz'")
    return MjcfOptions(
        attributes.get("angle", "degree") != "radian",
        sequence,
        attributes.get("autolimits", "true") == "true",
        classes,
    )


def _collect(
    node: Node,
    name: str,
    inherited: Mapping[str, Mapping[str, str]],
    classes: dict[str, dict[str, dict[str, str]]],
) -> None:
    """A class has what its parent has, changed by its own elements."""
    own = {tag: dict(attributes) for tag, attributes in inherited.items()}
    for child in node.children:
        if child.tag != "default":
            own[child.tag] = own.get(child.tag, {}) | dict(child.attributes)
    classes[name] = own
    for child in node.all("default"):
        _collect(child, child.attribute("class"), own, classes)


def pose(node: Node, options: MjcfOptions) -> Pose:
    position = node.numbers("pos", 3, (0.0, 0.0, 0.0))
    return Pose(_rotation(node, options), frozen_array(position, (3,), node.place))


def _rotation(node: Node, options: MjcfOptions) -> Array:
    given = node.attributes
    if "quat" in given:
        return _from_quaternion(unit(node.numbers("quat", 4), node))
    if "axisangle" in given:
        *axis, angle = node.numbers("axisangle", 4)
        return rotation_about(unit(axis, node), options.angle(angle))
    if "euler" in given:
        rotation = np.eye(3)
        turns = zip(options.sequence, node.numbers("euler", 3), strict=True)
        for letter, angle in turns:
            turn = rotation_about(np.eye(3)["xyz".index(letter.lower())], options.angle(angle))
            # Small letters turn about the moving axes, capitals about the fixed ones.
            rotation = rotation @ turn if letter.islower() else turn @ rotation
        return rotation
    if "xyaxes" in given:
        numbers = node.numbers("xyaxes", 6)
        x = unit(numbers[:3], node)
        y = np.array(numbers[3:])
        y = unit(y - x * (x @ y), node)
        return np.column_stack([x, y, np.cross(x, y)])
    if "zaxis" in given:
        return turn_z_to(unit(node.numbers("zaxis", 3), node))
    return np.eye(3)


def turn_z_to(direction: Array) -> Array:
    """The shortest turn that brings z to `direction` (unit)."""
    axis = np.cross([0, 0, 1], direction)
    sine = float(np.linalg.norm(axis))
    axis = axis / sine if sine > 1e-12 else np.array([1.0, 0, 0])
    return rotation_about(axis, math.atan2(sine, direction[2]))


def _from_quaternion(quaternion: Array) -> Array:
    w, x, y, z = quaternion
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.asarray(np.eye(3) + 2 * w * cross + 2 * cross @ cross)


def unit(values: object, node: Node) -> Array:
    vector = np.asarray(values, dtype=np.float64)
    length = float(np.linalg.norm(vector))
    if not 1e-12 < length < math.inf:
        raise InputError(
            "direction of zero length", where=node.place, got=vector.tolist(), expected="not zero"
        )
    return np.asarray(vector / length)


@dataclass(frozen=True)
class Solid:
    """A geom as a body: volume (m³), moments of inertia per mass (m²), and its pose."""

    kind: str
    size: tuple[float, ...]
    pose: Pose
    volume: float
    moments: tuple[float, float, float]


def solid(node: Node, options: MjcfOptions) -> Solid | None:
    """The geom's solid; None for planes, meshes and all that has no volume of its own."""
    kind = node.attributes.get("type", "mesh" if "mesh" in node.attributes else "sphere")
    place = pose(node, options)
    if kind not in ("sphere", "capsule", "cylinder", "box", "ellipsoid"):
        return None
    size = node.numbers("size")
    if "fromto" in node.attributes:
        ends = np.array(node.numbers("fromto", 6)).reshape(2, 3)
        way = ends[1] - ends[0]
        place = Pose(turn_z_to(unit(way, node)), ends.mean(axis=0))
        half = float(np.linalg.norm(way)) / 2
        size = (size[0], half) if kind in ("capsule", "cylinder") else (size[0], size[0], half)
    needed = {"sphere": 1, "capsule": 2, "cylinder": 2, "box": 3, "ellipsoid": 3}[kind]
    if len(size) < needed:
        raise InputError("geom has too few sizes", where=node.place, got=len(size), expected=needed)
    return Solid(kind, size[:needed], place, *_volume_and_moments(kind, size[:needed]))


def _volume_and_moments(
    kind: str, size: tuple[float, ...]
) -> tuple[float, tuple[float, float, float]]:
    if kind == "sphere":
        (r,) = size
        return 4 / 3 * math.pi * r**3, (0.4 * r * r,) * 3
    if kind == "box":
        x, y, z = (s * s / 3 for s in size)
        return 8 * math.prod(size), (y + z, x + z, x + y)
    if kind == "ellipsoid":
        x, y, z = (s * s / 5 for s in size)
        return 4 / 3 * math.pi * math.prod(size), (y + z, x + z, x + y)
    r, half = size
    rod = math.pi * r * r * 2 * half
    across, along = rod * (r * r / 4 + half * half / 3), rod * r * r / 2
    if kind == "cylinder":
        return rod, (across / rod, across / rod, along / rod) if rod else (0.0, 0.0, 0.0)
    ball = 4 / 3 * math.pi * r**3
    across += ball * (0.4 * r * r + half * half + 0.75 * r * half)
    along += ball * 0.4 * r * r
    whole = rod + ball
    return whole, (across / whole, across / whole, along / whole) if whole else (0.0, 0.0, 0.0)


def inertia_of(node: Node, body: Solid) -> Inertia:
    mass = node.number("mass", node.number("density", WATER) * body.volume)
    at_centre = Inertia(mass, np.zeros(3), mass * np.diag(body.moments))
    return at_centre.seen_from(body.pose)
