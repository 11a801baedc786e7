"""Writing MuJoCo's MJCF, and saying what it has no place for.

The description as it is, for reading it again; `export.mjcf` makes the model that MuJoCo runs.
"""

from __future__ import annotations

import math

from armwright.robot.formats.common import NO_LIMIT
from armwright.robot.formats.lost import (
    lost_of_drive,
    lost_of_fixed,
    lost_of_structure,
    lost_of_sums,
    lost_of_text,
)
from armwright.robot.formats.mjcf_bodies import (
    WORLD,
    assets,
    bodies,
    body_names,
    depth_first,
    mesh_of,
    named_meshes,
)
from armwright.robot.formats.mjcf_loops import held_loops, loop_nodes, with_sites
from armwright.robot.formats.plain_friction import joint_friction
from armwright.robot.formats.urdf_write import numbers
from armwright.robot.formats.xml import Node, as_text
from armwright.robot.links import Joint, last_link
from armwright.robot.model import Description


def text(robot: Description) -> str:
    missing = lost(robot)
    robot = with_sites(robot)
    meshes = named_meshes(robot)
    motors = tuple(_motor(joint) for joint in robot.moving_joints if joint.drive is not None)
    children = (
        COMPILER,
        Node("option", {"gravity": numbers(robot.gravity)}),
        *assets(meshes),
        Node("worldbody", children=bodies(robot, _joint, meshes)),
        *followers(robot),
        *((Node("actuator", children=motors),) if motors else ()),
    )
    comment = ("Not in this file, for MJCF has no place for it:", *missing) if missing else ()
    return as_text(Node("mujoco", {"model": robot.name}, children), comment)


COMPILER = Node("compiler", {"angle": "radian", "autolimits": "true"})


def lost(robot: Description) -> tuple[str, ...]:
    """What MJCF cannot say of this robot, one sentence each."""
    items = []
    if robot.tool != last_link(robot.links, robot.joints):
        items.append(f"the tool frame is '{robot.tool}': MJCF does not say which frame it is")
    items += [*lost_of_text(robot), *lost_of_tree(robot)]
    held = {"motor_inertia", "torque_limit"}
    for joint in robot.moving_joints:
        items += [text for field, text in lost_of_drive(joint).items() if field not in held]
    for link in robot.links:
        if link.inertia is not None and link.inertia.mass <= 0:
            items.append(f"link '{link.name}': inertia without mass, which MuJoCo refuses")
        if any(shape.kind == "mesh" and not mesh_of(shape) for shape in link.shapes):
            items.append(f"link '{link.name}': meshes named by package")
    return (*items, *lost_of_structure(robot, held_loops(robot)))


def lost_of_tree(robot: Description) -> list[str]:
    """What MJCF cannot say of joints and links, whatever moves them."""
    items = []
    if depth_first(robot) != [joint.name for joint in robot.joints if joint.moves]:
        items.append("the order of the joints: MJCF has that of the tree")
    for joint in robot.joints:
        items += lost_of_fixed(joint)
        if joint.kind == "fixed" and joint.name != f"{joint.child}_fixed":
            items.append(f"joint '{joint.name}': fixed joints have no names")
        if joint.moves and math.isfinite(joint.limits.velocity):
            unit = "rad/s" if joint.kind == "revolute" else "m/s"
            items.append(f"joint '{joint.name}': velocity limit {joint.limits.velocity:g} {unit}")
    items += lost_of_sums(robot)
    called = body_names(robot)
    if called.get(WORLD, WORLD) != WORLD:
        items.append(f"link '{WORLD}' is called '{called[WORLD]}': the name is MuJoCo's own")
    if robot.base == WORLD and robot.link(WORLD).inertia is not None:
        items.append(f"link '{WORLD}': its inertia, without effect as it does not move")
    return items


def joint_attributes(joint: Joint) -> dict[str, str]:
    """Name, axis and limits."""
    limits = joint.limits
    values = {
        "name": joint.name,
        "type": "hinge" if joint.kind == "revolute" else "slide",
        "axis": numbers(joint.axis),
    }
    if math.isfinite(limits.lower) or math.isfinite(limits.upper):
        values["range"] = numbers([max(limits.lower, -NO_LIMIT), min(limits.upper, NO_LIMIT)])
    if math.isfinite(limits.effort):
        values["actuatorfrcrange"] = numbers([-limits.effort, limits.effort])
    return values


def _joint(joint: Joint) -> Node:
    values, drive = joint_attributes(joint), joint.drive
    if drive is not None:
        friction = joint_friction(drive)
        numbers_of = {
            "damping": friction.damping,
            "frictionloss": friction.loss,
            "armature": drive.motor_inertia * drive.gear_ratio**2,
        }
        values |= {key: numbers([value]) for key, value in numbers_of.items() if value}
    return Node("joint", values)


def followers(robot: Description) -> tuple[Node, ...]:
    """The section that holds joints that mimic others, and loops, if there are any."""
    tied = tuple(
        _follower(joint)
        for joint in robot.joints
        if joint.mimic is not None and not joint.mimic.more
    )
    found = (*tied, *loop_nodes(robot))
    return (Node("equality", children=found),) if found else ()


def _follower(joint: Joint) -> Node:
    """MuJoCo: position of joint1 = a + b · position of joint2 + c …, for polycoef = "a b c …"."""
    assert joint.mimic is not None
    polynomial = numbers([joint.mimic.offset, joint.mimic.multiplier, 0, 0, 0])
    values = {"joint1": joint.name, "joint2": joint.mimic.joint, "polycoef": polynomial}
    return Node("joint", values)


def _motor(joint: Joint) -> Node:
    assert joint.drive is not None
    values = {"name": f"{joint.name}_motor", "joint": joint.name}
    values["gear"] = numbers([joint.drive.gear_ratio])
    if joint.drive.torque_limit is not None:
        limit = joint.drive.torque_limit
        values["ctrlrange"] = numbers([-limit, limit])
    return Node("motor", values)
