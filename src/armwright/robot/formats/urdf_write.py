"""Writing URDF, and saying what it has no place for."""

from __future__ import annotations

import math
from collections.abc import Iterable

from armwright.robot.formats.common import NO_LIMIT
from armwright.robot.formats.lost import (
    lost_of_drive,
    lost_of_fixed,
    lost_of_structure,
    lost_of_sums,
    lost_of_text,
)
from armwright.robot.formats.plain_friction import joint_friction
from armwright.robot.formats.xml import Node, as_text
from armwright.robot.inertia import Inertia
from armwright.robot.links import Frame, Joint, Link, last_link
from armwright.robot.model import DEFAULT_GRAVITY, Description
from armwright.robot.pose import Pose, rpy_from_rotation
from armwright.robot.shape import Shape


def text(robot: Description) -> str:
    joints = [_joint(joint) for joint in robot.joints]
    frames = [node for frame in robot.frames for node in _frame(frame, robot)]
    nodes = (
        *(_link(link) for link in robot.links),
        *joints,
        *frames,
        *(_transmission(joint) for joint in robot.moving_joints if _has_gear(joint)),
    )
    missing = lost(robot)
    comment = ("Not in this file, for URDF has no place for it:", *missing) if missing else ()
    return as_text(Node("robot", {"name": robot.name}, nodes), comment)


def lost(robot: Description) -> tuple[str, ...]:
    """What a URDF cannot say of this robot, one sentence each."""
    items = []
    if robot.frames:
        names = ", ".join(f"'{frame.name}'" for frame in robot.frames)
        items.append(f"the named frames {names} are written as links without mass")
    if robot.tool != last_link(robot.links, robot.joints) or robot.frames:
        items.append(f"the tool frame is '{robot.tool}': URDF does not say which frame it is")
    if robot.gravity.tolist() != [0, 0, -DEFAULT_GRAVITY]:
        items.append(f"gravity {robot.gravity.tolist()} m/s²")
    items += lost_of_text(robot)
    for joint in robot.joints:
        items += lost_of_drive(joint).values() if joint.moves else lost_of_fixed(joint)
    return (*items, *lost_of_sums(robot), *lost_of_structure(robot))


def numbers(values: Iterable[float]) -> str:
    return " ".join(repr(float(value) + 0.0) for value in values)


def _origin(pose: Pose) -> tuple[Node, ...]:
    rpy = rpy_from_rotation(pose.rotation)
    if not pose.translation.any() and not any(rpy):
        return ()
    return (Node("origin", {"xyz": numbers(pose.translation), "rpy": numbers(rpy)}),)


def _link(link: Link) -> Node:
    inertial = () if link.inertia is None else (_inertial(link.inertia),)
    return Node("link", {"name": link.name}, (*inertial, *map(_visual, link.shapes)))


def _inertial(inertia: Inertia) -> Node:
    (xx, xy, xz), (_, yy, yz), (_, _, zz) = inertia.tensor.tolist()
    tensor = {"ixx": xx, "ixy": xy, "ixz": xz, "iyy": yy, "iyz": yz, "izz": zz}
    return Node(
        "inertial",
        children=(
            *_origin(Pose(translation=inertia.centre)),
            Node("mass", {"value": numbers([inertia.mass])}),
            Node("inertia", {name: numbers([value]) for name, value in tensor.items()}),
        ),
    )


def _visual(shape: Shape) -> Node:
    size = shape.size
    if shape.kind == "box":
        form = Node("box", {"size": numbers(size)})
    elif shape.kind == "cylinder":
        form = Node("cylinder", {"radius": numbers(size[:1]), "length": numbers(size[1:])})
    elif shape.kind == "sphere":
        form = Node("sphere", {"radius": numbers(size)})
    else:
        form = Node("mesh", {"filename": shape.mesh or "", "scale": numbers(size)})
    return Node("visual", children=(*_origin(shape.pose), Node("geometry", children=(form,))))


def _joint(joint: Joint) -> Node:
    limits = joint.limits
    bounded = math.isfinite(limits.lower) or math.isfinite(limits.upper)
    # Only a turning joint may have no limits.
    kind = "continuous" if joint.kind == "revolute" and not bounded else joint.kind
    children = [
        *_origin(joint.origin),
        Node("parent", {"link": joint.parent}),
        Node("child", {"link": joint.child}),
    ]
    if joint.moves:
        children.append(Node("axis", {"xyz": numbers(joint.axis)}))
        children += _limit(joint, kind)
        if joint.mimic is not None and not joint.mimic.more:
            factors = {"multiplier": joint.mimic.multiplier, "offset": joint.mimic.offset}
            told = {name: numbers([value]) for name, value in factors.items()}
            children.append(Node("mimic", {"joint": joint.mimic.joint, **told}))
        if joint.drive is not None:
            friction = joint_friction(joint.drive)
            both = {"damping": friction.damping, "friction": friction.loss}
            if any(both.values()):
                children.append(Node("dynamics", {k: numbers([v]) for k, v in both.items()}))
    return Node("joint", {"name": joint.name, "type": kind}, tuple(children))


def _limit(joint: Joint, kind: str) -> list[Node]:
    """ROS and Pinocchio refuse the word "inf", and want all four unless a joint turns freely."""
    limits = joint.limits
    values = {"effort": limits.effort, "velocity": limits.velocity}
    if kind != "continuous":
        values = {"lower": limits.lower, "upper": limits.upper} | values
    elif not any(map(math.isfinite, values.values())):
        return []
    finite = {key: min(max(value, -NO_LIMIT), NO_LIMIT) for key, value in values.items()}
    return [Node("limit", {key: numbers([value]) for key, value in finite.items()})]


def _frame(frame: Frame, robot: Description) -> tuple[Node, Node]:
    taken = {joint.name for joint in robot.joints}
    name = next(
        name for i in range(len(taken) + 1) if (name := f"{frame.name}_fixed{i or ''}") not in taken
    )
    ends = (Node("parent", {"link": frame.link}), Node("child", {"link": frame.name}))
    joint = Node("joint", {"name": name, "type": "fixed"}, (*_origin(frame.pose), *ends))
    return Node("link", {"name": frame.name}), joint


def _has_gear(joint: Joint) -> bool:
    return joint.drive is not None and joint.drive.gear_ratio != 1.0


def _transmission(joint: Joint) -> Node:
    assert joint.drive is not None
    reduction = Node("mechanicalReduction", text=numbers([joint.drive.gear_ratio]))
    return Node(
        "transmission",
        {"name": f"{joint.name}_gear"},
        (
            Node("type", text="transmission_interface/SimpleTransmission"),
            Node("joint", {"name": joint.name}),
            Node("actuator", {"name": f"{joint.name}_motor"}, (reduction,)),
        ),
    )
