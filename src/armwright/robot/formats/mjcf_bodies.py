"""The bodies of an MJCF file: where they are, what they weigh, what they look like."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from armwright.robot.formats.urdf_write import numbers
from armwright.robot.formats.xml import Node
from armwright.robot.inertia import Inertia
from armwright.robot.links import Joint, Link, joints_behind
from armwright.robot.model import Description
from armwright.robot.pose import Pose
from armwright.robot.shape import Shape

#: A mesh by its file and scale.
Mesh = tuple[str, tuple[float, ...]]
#: The name of MuJoCo's own root body, which no other body may have.
WORLD = "world"


def bodies(
    robot: Description, joint_node: Callable[[Joint], Node], meshes: Mapping[Mesh, str]
) -> tuple[Node, ...]:
    """What stands in `<worldbody>`; `meshes`: name of each mesh, those without one are left out.

    Built from the outermost inwards: deep chains must not end in recursion.
    """
    behind, called = joints_behind(robot.links, robot.joints), body_names(robot)
    order = [robot.base]
    for name in order:
        order += [joint.child for joint in behind[name]]
    moved_by = {joint.child: joint for joint in robot.joints}
    done: dict[str, Node] = {}
    for name in reversed(order):
        own = moved_by.get(name)
        sites = tuple(
            Node("site", {"name": frame.name, **place(frame.pose)})
            for frame in robot.frames
            if frame.link == name
        )
        children = (
            *(() if own is None or not own.moves else (joint_node(own),)),
            *_contents(robot.link(name), meshes),
            *sites,
            *(done[joint.child] for joint in behind[name]),
        )
        at = place(own.origin) if own is not None else {}
        done[name] = Node("body", {"name": called[name], **at}, children)
    base = done[robot.base]
    if robot.base == WORLD:
        return tuple(node for node in base.children if node.tag != "inertial")
    return (base,)


def body_names(robot: Description) -> dict[str, str]:
    """Link → body. They differ for a link that is called as MuJoCo calls its root body."""
    taken = {link.name for link in robot.links}
    called = {name: name for name in taken}
    if robot.base != WORLD and WORLD in taken:
        called[WORLD] = free_name(f"{WORLD}_link", taken)
    return called


def free_name(wanted: str, taken: set[str]) -> str:
    """The name, or one like it that is not taken; it then is."""
    name = next(
        name for k in range(1, len(taken) + 2) if (name := wanted + f"_{k}" * (k > 1)) not in taken
    )
    taken.add(name)
    return name


def depth_first(robot: Description) -> list[str]:
    """The moving joints in the order that MuJoCo gives them."""
    behind = joints_behind(robot.links, robot.joints)
    order, todo = [], [*reversed(behind[robot.base])]
    while todo:
        joint = todo.pop()
        order += [joint.name] if joint.moves else []
        todo += reversed(behind[joint.child])
    return order


def named_meshes(robot: Description) -> dict[Mesh, str]:
    """The meshes that a file can name; those that are named by package are not among them."""
    found = {mesh_of(shape) for link in robot.links for shape in link.shapes}
    return {key: f"mesh{k}" for k, key in enumerate(sorted(key for key in found if key))}


def assets(meshes: Mapping[Mesh, str]) -> tuple[Node, ...]:
    children = tuple(
        Node("mesh", {"name": name, "file": file, "scale": numbers(scale)})
        for (file, scale), name in meshes.items()
    )
    return (Node("asset", children=children),) if children else ()


def mesh_of(shape: Shape) -> Mesh | None:
    if shape.kind != "mesh" or shape.mesh is None or "://" in shape.mesh:
        return None
    return shape.mesh, shape.size


def place(pose: Pose) -> dict[str, str]:
    found = {}
    if pose.translation.any():
        found["pos"] = numbers(pose.translation)
    if (pose.rotation != Pose().rotation).any():
        found["xyaxes"] = numbers([*pose.rotation[:, 0], *pose.rotation[:, 1]])
    return found


def inertial(inertia: Inertia) -> Node:
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


def _contents(link: Link, meshes: Mapping[Mesh, str]) -> tuple[Node, ...]:
    weight = () if link.inertia is None else (inertial(link.inertia),)
    geoms = (_geom(shape, meshes) for shape in link.shapes)
    return (*weight, *(geom for geom in geoms if geom is not None))


def _geom(shape: Shape, meshes: Mapping[Mesh, str]) -> Node | None:
    """Shapes are only looked at: no contact, no mass."""
    size, mesh = shape.size, mesh_of(shape)
    form: dict[str, str] = {"type": shape.kind}
    if shape.kind == "mesh":
        if mesh is None or mesh not in meshes:
            return None
        form["mesh"] = meshes[mesh]
    elif shape.kind == "box":
        form["size"] = numbers(edge / 2 for edge in size)
    elif shape.kind == "cylinder":
        form["size"] = numbers([size[0], size[1] / 2])
    else:
        form["size"] = numbers(size)
    looks = {"contype": "0", "conaffinity": "0", "mass": "0"}
    return Node("geom", {**form, **place(shape.pose), **looks})
