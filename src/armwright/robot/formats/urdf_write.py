"""Writing URDF, and saying what it has no place for."""

from __future__ import annotations

import math
from collections.abc import Iterable

from armwright.robot.drive import Drive
from armwright.robot.formats.xml import Node, as_text
from armwright.robot.inertia import Inertia
from armwright.robot.model import DEFAULT_GRAVITY, Frame, Joint, Link, Robot
from armwright.robot.pose import Pose, rpy_from_rotation
from armwright.robot.shape import Shape
from armwright.robot.tree import last_link


def text(robot: Robot) -> str:
    joints = [_joint(joint) for joint in robot.joints]
    frames = [node for frame in robot.frames for node in _frame(frame, robot)]
    nodes = (
        *(_link(link) for link in robot.links),
        *joints,
        *frames,
        *(_transmission(joint) for joint in robot.moving_joints if _has_gear(joint)),
    )
    return as_text(Node("robot", {"name": robot.name}, nodes))


def lost(robot: Robot) -> tuple[str, ...]:
    """What a URDF cannot say of this robot, one line each."""
    items = []
    if robot.frames:
        items.append(f"{len(robot.frames)} named frames: written as links without mass")
    if robot.tool != last_link(robot) or robot.frames:
        items.append(f"the tool frame '{robot.tool}': URDF does not say which frame it is")
    if robot.gravity.tolist() != [0, 0, -DEFAULT_GRAVITY]:
        items.append(f"gravity {robot.gravity.tolist()}")
    items += [name for name in ("description", "sources") if getattr(robot, name)]
    items += [f"link '{link.name}': hull" for link in robot.links if link.hull is not None]
    for joint in robot.moving_joints:
        if joint.drive is not None:
            names = ", ".join(lost_of_drive(joint.drive))
            if names:
                items.append(f"joint '{joint.name}': {names}")
    return tuple(items)


def lost_of_drive(drive: Drive) -> list[str]:
    names = "motor_inertia torque_constant stiffness damping spring torque_limit current_limit"
    items = [name for name in (*names.split(), "coupling", "electrical") if getattr(drive, name)]
    if drive.friction and (drive.friction_law != "coulomb" or not joint_friction(drive)):
        items.append(f"friction ({drive.friction_law}, {drive.friction_side} side)")
    elif surplus := set(drive.friction) - {"viscous", "coulomb"}:
        items += sorted(f"friction {name}" for name in surplus)
    return items


def joint_friction(drive: Drive) -> dict[str, float]:
    """Viscous and Coulomb friction on the joint's side, if the law is simple enough."""
    if drive.friction_law != "coulomb" or {"coulomb_positive", "coulomb_negative"} & set(
        drive.friction
    ):
        return {}
    ratio = abs(drive.gear_ratio) if drive.friction_side == "motor" else 1.0
    powers = {"viscous": ratio**2, "coulomb": ratio}
    return {
        name: drive.friction[name] * factor
        for name, factor in powers.items()
        if name in drive.friction
    }


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
    # Only a turning joint may have no limits; infinity stands for a missing one elsewhere.
    kind = "continuous" if joint.kind == "revolute" and not bounded else joint.kind
    children = [
        *_origin(joint.origin),
        Node("parent", {"link": joint.parent}),
        Node("child", {"link": joint.child}),
    ]
    if joint.moves:
        children.append(Node("axis", {"xyz": numbers(joint.axis)}))
        values = {"effort": limits.effort, "velocity": limits.velocity}
        if kind != "continuous":
            values = {"lower": limits.lower, "upper": limits.upper} | values
        children.append(Node("limit", {key: numbers([value]) for key, value in values.items()}))
        friction = joint_friction(joint.drive) if joint.drive is not None else {}
        if friction:
            damping, coulomb = friction.get("viscous", 0.0), friction.get("coulomb", 0.0)
            both = {"damping": numbers([damping]), "friction": numbers([coulomb])}
            children.append(Node("dynamics", both))
    return Node("joint", {"name": joint.name, "type": kind}, tuple(children))


def _frame(frame: Frame, robot: Robot) -> tuple[Node, Node]:
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
