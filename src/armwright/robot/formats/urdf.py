"""Reading URDF, from the nodes of `xml.py`: yourdfpy would take 1.6 s to import and open meshes."""

from __future__ import annotations

import math
from pathlib import Path

from armwright.arrays import Array
from armwright.errors import InputError
from armwright.inputs import locating
from armwright.robot.contents import LEFT_OUT, LIMITS_MISSING, UNLIMITED
from armwright.robot.drive import Drive, Limits
from armwright.robot.formats import xml
from armwright.robot.formats.common import MOST_PARTS, tensor, unit_axis
from armwright.robot.formats.xml import Node
from armwright.robot.inertia import Inertia
from armwright.robot.links import Joint, JointKind, Link
from armwright.robot.mimic import Mimic, resolved
from armwright.robot.pose import Pose, rotation_from_rpy
from armwright.robot.robot import Robot
from armwright.robot.shape import Shape
from armwright.robot.values import frozen_array

KINDS: dict[str, JointKind] = {
    "revolute": "revolute",
    "continuous": "revolute",
    "prismatic": "prismatic",
    "fixed": "fixed",
}
#: Under a robot's sources.
DRIVE_LEFT_OUT = f"{LEFT_OUT}friction and gear of a joint that mimics another"


def read(path: Path) -> Robot:
    root = xml.read(path)
    with locating(str(path)):
        return robot(root)


def parse(text: str, where: str = "robot") -> Robot:
    with locating(where):
        return robot(xml.parse(text.encode("utf-8", "replace")))


def robot(root: Node) -> Robot:
    """The robot of a `<robot>` element."""
    if root.tag != "robot":
        raise InputError(
            "not a URDF file", where=root.place, got=f"<{root.tag}>", expected="<robot>"
        )
    links, joints = tuple(root.all("link")), tuple(root.all("joint"))
    if max(len(links), len(joints)) > MOST_PARTS:
        raise InputError(
            "too many links or joints", where=root.place, expected=f"at most {MOST_PARTS}"
        )
    if any(child.tag.startswith("xacro:") for child in root.children):
        raise InputError(
            "has macros in it", where=root.place, hint="It is a xacro file: rename it to .xacro."
        )
    ratios = dict(ratio for node in root.all("transmission") for ratio in _gear_ratios(node))
    sources: dict[str, str] = {}
    mimics = resolved(_mimics(joints, sources))
    return Robot(
        name=root.attributes.get("name") or "robot",
        links=tuple(_link(node, sources) for node in links),
        joints=tuple(_joint(node, ratios, mimics, sources) for node in joints),
        sources=sources,
    )


def _pose(node: Node | None) -> Pose:
    """The pose of an `<origin>` element."""
    if node is None:
        return Pose()
    zero = (0.0, 0.0, 0.0)
    return Pose(
        rotation_from_rpy(node.numbers("rpy", 3, zero)),
        frozen_array(node.numbers("xyz", 3, zero), (3,), node.place),
    )


def _link(node: Node, sources: dict[str, str]) -> Link:
    name = node.name()
    inertial, shapes = node.first("inertial"), []
    for visual in node.all("visual"):
        geometry = visual.wanted("geometry")
        for form in geometry.children[:1]:
            shape = _shape(form, _pose(visual.first("origin")))
            if shape is None:
                sources[f"links.{name}.shapes"] = f"{LEFT_OUT}<{form.tag}> has no place here"
            else:
                shapes.append(shape)
    return Link(name, None if inertial is None else _inertia(inertial), tuple(shapes))


def _inertia(node: Node) -> Inertia:
    """The inertial frame may be turned: the tensor is turned back into link axes."""
    matrix = node.first("inertia")
    moments: tuple[float, ...] = (0.0,) * 6
    if matrix is not None:  # it may leave out products, but no moment
        names = ("ixx", "ixy", "ixz", "iyy", "iyz", "izz")
        moments = tuple(
            matrix.number(name) if name[1] == name[2] else matrix.number(name, 0.0)
            for name in names
        )
    mass = node.wanted("mass").number("value")
    at_centre = Inertia(mass, frozen_array([0, 0, 0], (3,), node.place), tensor(moments))
    return at_centre.seen_from(_pose(node.first("origin")))


def _shape(node: Node, pose: Pose) -> Shape | None:
    if node.tag == "box":
        return Shape("box", node.numbers("size", 3), pose)
    if node.tag == "cylinder":
        return Shape("cylinder", (node.number("radius"), node.number("length")), pose)
    if node.tag == "sphere":
        return Shape("sphere", (node.number("radius"),), pose)
    if node.tag == "mesh":
        scale = node.numbers("scale", 3, (1.0, 1.0, 1.0))
        return Shape("mesh", scale, pose, node.attribute("filename"))
    return None


def _mimics(joints: tuple[Node, ...], sources: dict[str, str]) -> dict[str, Mimic]:
    """As the file says it: a joint may mimic one that mimics another. Published files name joints
    that they do not have; such a joint moves by itself."""
    moving = {one.name() for one in joints if one.attributes.get("type") != "fixed"}
    found = {}
    for joint in joints:
        node = joint.first("mimic")
        # Whatever the file says of how a fixed joint moves means nothing.
        if node is None or joint.name() not in moving:
            continue
        master = node.attribute("joint")
        if master not in moving:
            sources[f"joints.{joint.name()}"] = (
                f"{LEFT_OUT}the file lets it mimic joint '{master}', which does not exist or does "
                "not move; here it moves by itself"
            )
            continue
        found[joint.name()] = Mimic(
            master, node.number("multiplier", 1.0), node.number("offset", 0.0)
        )
    return found


def _joint(
    node: Node, ratios: dict[str, float], mimics: dict[str, Mimic], sources: dict[str, str]
) -> Joint:
    name, kind = node.name(), node.attribute("type")
    if kind not in KINDS:
        moves = {"floating": "in six ways", "planar": "in three ways"}.get(kind)
        raise InputError(
            f"type '{kind}' moves {moves} at once" if moves else "unknown joint type",
            where=node.place,
            got=repr(kind),
            expected="revolute, continuous, prismatic or fixed",
            hint="Chain joints of one axis instead, or fix the base." if moves else "",
        )
    drive = _drive(node.first("dynamics"), ratios.get(name)) if kind != "fixed" else None
    if name in mimics and drive is not None:
        drive, sources[f"joints.{name}.drive"] = None, DRIVE_LEFT_OUT
    limit = node.first("limit")
    if kind == "continuous":
        sources[f"joints.{name}.limits"] = UNLIMITED
    elif limit is None and kind != "fixed":
        sources[f"joints.{name}.limits"] = LIMITS_MISSING
    return Joint(
        name,
        KINDS[kind],
        node.wanted("parent").attribute("link"),
        node.wanted("child").attribute("link"),
        _pose(node.first("origin")),
        _axis(node, kind),
        _limits(limit, kind),
        drive,
        mimic=mimics.get(name),
    )


def _axis(node: Node, kind: str) -> Array:
    if kind == "fixed":  # whatever the file says means nothing
        return frozen_array((0, 0, 1), (3,), node.place)
    along_x = (1.0, 0.0, 0.0)  # the format's default
    axis = node.first("axis")
    return unit_axis(along_x if axis is None else axis.numbers("xyz", 3, along_x), node.place)


def _limits(node: Node | None, kind: str) -> Limits:
    if node is None or kind == "fixed":
        return Limits()
    velocity = node.number("velocity", math.inf, infinite=True)
    effort = node.number("effort", math.inf, infinite=True)
    if kind == "continuous":
        return Limits(velocity=velocity, effort=effort)
    # By the format's rule a limit that is not given is zero.
    lower, upper = (node.number(side, 0.0, infinite=True) for side in ("lower", "upper"))
    return Limits(lower, upper, velocity, effort)


def _drive(dynamics: Node | None, gear_ratio: float | None) -> Drive | None:
    friction = {}
    if dynamics is not None:
        found = {
            "viscous": dynamics.number("damping", 0.0),
            "coulomb": dynamics.number("friction", 0.0),
        }
        friction = {name: value for name, value in found.items() if value}
    if not friction and gear_ratio is None:
        return None
    return Drive(gear_ratio=gear_ratio or 1.0, friction=friction, friction_side="joint")


def _gear_ratios(node: Node) -> list[tuple[str, float]]:
    """A simple transmission's joint and reduction; with several joints nothing can be said."""
    joints = [joint.attributes.get("name", "") for joint in node.all("joint")]
    reductions = [
        reduction
        for part in (node, *node.all("actuator"), *node.all("joint"))
        for reduction in part.all("mechanicalReduction")
    ]
    if len(joints) != 1 or len(reductions) != 1:
        return []
    text = Node("mechanicalReduction", {"value": reductions[0].text}, line=reductions[0].line)
    return [(joints[0], text.number("value"))]
