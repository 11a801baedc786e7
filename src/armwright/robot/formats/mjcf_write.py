"""Writing MuJoCo's MJCF, and saying what it has no place for."""

from __future__ import annotations

import math

from armwright.robot.formats.urdf_write import joint_friction, lost_of_drive, numbers
from armwright.robot.formats.xml import Node, as_text
from armwright.robot.inertia import Inertia
from armwright.robot.model import Joint, Link, Robot
from armwright.robot.pose import Pose
from armwright.robot.shape import Shape
from armwright.robot.tree import joints_behind, last_link


def text(robot: Robot) -> str:
    meshes = sorted({key for link in robot.links for shape in link.shapes if (key := _key(shape))})
    names = {key: f"mesh{i}" for i, key in enumerate(meshes)}
    assets = tuple(
        Node("mesh", {"name": names[key], "file": key[0], "scale": numbers(key[1])})
        for key in meshes
    )
    motors = tuple(_motor(joint) for joint in robot.moving_joints if joint.drive is not None)
    children = (
        Node("compiler", {"angle": "radian", "autolimits": "true"}),
        Node("option", {"gravity": numbers(robot.gravity)}),
        *((Node("asset", children=assets),) if assets else ()),
        Node("worldbody", children=(_tree(robot, names),)),
        *((Node("actuator", children=motors),) if motors else ()),
    )
    return as_text(Node("mujoco", {"model": robot.name}, children))


def lost(robot: Robot) -> tuple[str, ...]:
    """What MJCF cannot say of this robot, one line each."""
    items = []
    if robot.tool != last_link(robot):
        items.append(f"the tool frame '{robot.tool}': MJCF does not say which frame it is")
    items += [name for name in ("description", "sources") if getattr(robot, name)]
    if _depth_first(robot) != list(robot.joint_names):
        items.append("the order of the joints: MJCF has that of the tree")
    for joint in robot.joints:
        if joint.kind == "fixed" and joint.name != f"{joint.child}_fixed":
            items.append(f"joint '{joint.name}': fixed joints have no names")
        if joint.moves and math.isfinite(joint.limits.velocity):
            items.append(f"joint '{joint.name}': velocity limit")
        if joint.moves and math.isfinite(joint.limits.lower) != math.isfinite(joint.limits.upper):
            items.append(f"joint '{joint.name}': a limit on one side only")
        held = {"motor_inertia", "torque_limit"}
        names = [] if joint.drive is None else set(lost_of_drive(joint.drive)) - held
        if names:
            items.append(f"joint '{joint.name}': {', '.join(sorted(names))}")
    for link in robot.links:
        if link.hull is not None:
            items.append(f"link '{link.name}': hull")
        if link.inertia is not None and link.inertia.mass <= 0:
            items.append(f"link '{link.name}': inertia without mass, which MuJoCo refuses")
        if any(shape.kind == "mesh" and not _key(shape) for shape in link.shapes):
            items.append(f"link '{link.name}': meshes named by package")
    return tuple(items)


def _depth_first(robot: Robot) -> list[str]:
    behind = joints_behind(robot)
    order, todo = [], [*reversed(behind[robot.base])]
    while todo:
        joint = todo.pop()
        order += [joint.name] if joint.moves else []
        todo += reversed(behind[joint.child])
    return order


def _tree(robot: Robot, meshes: dict[tuple[str, tuple[float, ...]], str]) -> Node:
    """The bodies, built from the outermost inwards: deep chains must not end in recursion."""
    behind = joints_behind(robot)
    order = [robot.base]
    for name in order:
        order += [joint.child for joint in behind[name]]
    moved_by = {joint.child: joint for joint in robot.joints}
    done: dict[str, Node] = {}
    for name in reversed(order):
        own = moved_by.get(name)
        sites = tuple(
            Node("site", {"name": frame.name, **_place(frame.pose)})
            for frame in robot.frames
            if frame.link == name
        )
        children = (
            *(() if own is None or not own.moves else (_joint(own),)),
            *_contents(robot.link(name), meshes),
            *sites,
            *(done[joint.child] for joint in behind[name]),
        )
        place = _place(own.origin) if own is not None else {}
        done[name] = Node("body", {"name": name, **place}, children)
    return done[robot.base]


def _place(pose: Pose) -> dict[str, str]:
    place = {}
    if pose.translation.any():
        place["pos"] = numbers(pose.translation)
    if (pose.rotation != Pose().rotation).any():
        place["xyaxes"] = numbers([*pose.rotation[:, 0], *pose.rotation[:, 1]])
    return place


def _contents(link: Link, meshes: dict[tuple[str, tuple[float, ...]], str]) -> tuple[Node, ...]:
    inertial = () if link.inertia is None else (_inertial(link.inertia),)
    # Shapes are only looked at: no contact, no mass.
    looks = {"contype": "0", "conaffinity": "0", "mass": "0"}
    geoms = []
    for shape in link.shapes:
        if shape.kind == "mesh":
            key = _key(shape)
            if key:
                form = {"type": "mesh", "mesh": meshes[key]}
                geoms.append(Node("geom", {**form, **_place(shape.pose), **looks}))
            continue
        size = shape.size
        if shape.kind == "box":
            size = tuple(edge / 2 for edge in size)
        elif shape.kind == "cylinder":
            size = (size[0], size[1] / 2)
        form = {"type": shape.kind, "size": numbers(size)}
        geoms.append(Node("geom", {**form, **_place(shape.pose), **looks}))
    return (*inertial, *geoms)


def _inertial(inertia: Inertia) -> Node:
    (xx, xy, xz), (_, yy, yz), (_, _, zz) = inertia.tensor.tolist()
    full = {"fullinertia": numbers([xx, yy, zz, xy, xz, yz])}
    diagonal = {"diaginertia": numbers([xx, yy, zz])}
    return Node(
        "inertial",
        {
            "pos": numbers(inertia.centre),
            "mass": numbers([inertia.mass]),
            **(full if xy or xz or yz else diagonal),
        },
    )


def _joint(joint: Joint) -> Node:
    limits, drive = joint.limits, joint.drive
    values = {
        "name": joint.name,
        "type": "hinge" if joint.kind == "revolute" else "slide",
        "axis": numbers(joint.axis),
    }
    if math.isfinite(limits.lower) and math.isfinite(limits.upper):
        values["range"] = numbers([limits.lower, limits.upper])
    if math.isfinite(limits.effort):
        values["actuatorfrcrange"] = numbers([-limits.effort, limits.effort])
    if drive is not None:
        friction = joint_friction(drive)
        numbers_of = {
            "damping": friction.get("viscous", 0.0),
            "frictionloss": friction.get("coulomb", 0.0),
            "armature": drive.motor_inertia * drive.gear_ratio**2,
        }
        values |= {key: numbers([value]) for key, value in numbers_of.items() if value}
    return Node("joint", values)


def _motor(joint: Joint) -> Node:
    assert joint.drive is not None
    values = {"name": f"{joint.name}_motor", "joint": joint.name}
    values["gear"] = numbers([joint.drive.gear_ratio])
    if joint.drive.torque_limit is not None:
        values["ctrlrange"] = numbers([-joint.drive.torque_limit, joint.drive.torque_limit])
    return Node("motor", values)


def _key(shape: Shape) -> tuple[str, tuple[float, ...]] | None:
    """A mesh by file and scale; None for other shapes, and for files named by package."""
    if shape.kind != "mesh" or shape.mesh is None or "://" in shape.mesh:
        return None
    return shape.mesh, shape.size
