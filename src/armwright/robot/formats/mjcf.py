"""Reading MuJoCo's MJCF, as far as arms go: bodies, hinges, slides, motors, sites, loops."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np

from armwright.errors import InputError
from armwright.inputs import inside, locating
from armwright.robot.contents import LEFT_OUT
from armwright.robot.formats import mjcf_joints, xml
from armwright.robot.formats import mjcf_parts as parts
from armwright.robot.formats.common import MOST_PARTS, tensor
from armwright.robot.formats.mjcf_loops import LoopReader
from armwright.robot.formats.xml import Node
from armwright.robot.inertia import Inertia
from armwright.robot.links import Frame, Joint, Link
from armwright.robot.loop import LoopEnd
from armwright.robot.pose import Pose
from armwright.robot.robot import Robot
from armwright.robot.shape import Shape

REFUSED = {
    "freejoint": "a free body moves in six ways at once",
    "composite": "made by MuJoCo itself",
    "flexcomp": "soft bodies have no place here",
    "replicate": "made by MuJoCo itself",
    "attach": "made by MuJoCo itself",
}


def read(path: Path) -> Robot:
    reader = xml.Reader()
    root = reader.read(path)
    with locating(str(path)):
        return robot(root, reader, path)


def parse(text: str, where: str = "robot") -> Robot:
    with locating(where):
        reader = xml.Reader()
        return robot(reader.parse(text.encode("utf-8", "replace")), reader)


def robot(root: Node, reader: xml.Reader, path: Path | None = None) -> Robot:
    """The robot of a `<mujoco>` element of the file `path`; `reader` has read it, and reads what it
    includes, in the same folder and below."""
    if root.tag != "mujoco":
        raise InputError(
            "not an MJCF file",
            where=root.place,
            got=f"<{root.tag}>",
            expected="<mujoco>",
            hint="It is a URDF: rename it to .urdf." if root.tag == "robot" else "",
        )
    root = _Includes(reader, path).resolved(root)
    worldbodies = list(root.all("worldbody"))
    if not worldbodies:
        raise InputError("<worldbody> is missing", where=root.place)
    world = replace(
        worldbodies[0], children=tuple(child for body in worldbodies for child in body.children)
    )
    builder = _Builder(root)
    builder.world(world)
    gravity = (0.0, 0.0, -9.81)
    for option in root.all("option"):
        gravity = option.numbers("gravity", 3, gravity)  # type: ignore[assignment]
    joints = mjcf_joints.with_mimics(builder.joints, root, builder.references, builder.notes)
    loops = LoopReader(joints, builder.bodies, builder.frames, builder.references)
    return Robot(
        name=root.attributes.get("model") or "MuJoCo model",
        links=tuple(builder.links),
        joints=joints,
        frames=tuple(builder.frames),
        loops=loops.loops(mjcf_joints.equalities(root)),
        gravity=np.array(gravity),
        sources={**builder.notes, **_unread(root)},
    )


def _unread(root: Node) -> dict[str, str]:
    """What moves a model in MuJoCo and has no place in a robot."""
    actuators = [
        node.tag
        for section in root.all("actuator")
        for node in section.children
        if node.tag != "motor" or "joint" not in node.attributes
    ]
    tendons = [node.tag for section in root.all("tendon") for node in section.children]
    found = {}
    if actuators:
        kinds = ", ".join(dict.fromkeys(actuators))
        words = "actuators other than motors at joints"
        found["actuator"] = f"{LEFT_OUT}{words} ({len(actuators)}: {kinds})"
    if tendons:
        found["tendon"] = f"{LEFT_OUT}tendons ({len(tendons)})"
    return found


class _Builder:
    """Walks through the bodies and collects links, joints and frames."""

    def __init__(self, root: Node) -> None:
        self.options = parts.mjcf_options(root)
        self.links: list[Link] = []
        self.joints: list[Joint] = []
        self.frames: list[Frame] = []
        self.notes: dict[str, str] = {}
        self.references: dict[str, float] = {}
        self.bodies: dict[str, LoopEnd] = {}
        self._meshes = {
            mesh.attributes.get("name") or Path(mesh.attributes.get("file", "")).stem: mesh
            for asset in root.all("asset")
            for mesh in asset.all("mesh")
        }
        self._motors = {
            node.attributes["joint"]: self.options.filled(node, parts.MAIN)
            for actuator in root.all("actuator")
            for node in actuator.all("motor")
            if "joint" in node.attributes
        }

    def world(self, world: Node) -> None:
        """One body that is welded to an otherwise empty world is the base; else the world is."""
        bodies = list(world.all("body"))
        bare = not any(child.tag in ("site", "frame") for child in world.children)
        if (
            bare
            and len(bodies) == 1
            and bodies[0].first("joint") is None
            and parts.pose(bodies[0], self.options) == Pose()
        ):
            self._body(bodies[0], None, Pose(), parts.MAIN)
        else:
            self._contents(replace(world, attributes={}), "world", Pose(), parts.MAIN)

    def _body(self, node: Node, parent: str | None, before: Pose, childclass: str) -> None:
        """`before`: the frame that the body's pose is given in, seen from the parent link."""
        if len(self.links) >= MOST_PARTS:
            raise InputError("too many bodies", where=node.place, expected=f"at most {MOST_PARTS}")
        name = node.attributes.get("name") or f"body{len(self.links)}"
        childclass = node.attributes.get("childclass", childclass)
        at = before @ parts.pose(node, self.options)
        joints = [self.options.filled(joint, childclass) for joint in node.all("joint")]
        offset = np.zeros(3)  # of the last joint from the body's frame: there the link's frame is
        for i, joint in enumerate(joints):
            assert parent is not None
            position = np.array(joint.numbers("pos", 3, (0.0, 0.0, 0.0)))
            last = i == len(joints) - 1
            link = name if last else f"{name}_{i + 1}"
            origin = at @ Pose(translation=position - offset)
            self.joints.append(
                mjcf_joints.joint(joint, self.options, parent, link, origin, self._motors)
            )
            name_of = self.joints[-1].name
            self.references[name_of] = mjcf_joints.reference(joint, self.options)
            if joint.number("stiffness", 0.0):
                self.notes[f"joints.{name_of}"] = f"{LEFT_OUT}the file has a spring in it"
            if not last:
                self.links.append(Link(link))
            parent, at, offset = link, Pose(), position
        if not joints and parent is not None:
            self.joints.append(Joint(f"{name}_fixed", "fixed", parent, name, at))
        self._contents(node, name, Pose(translation=-offset), childclass)

    def _contents(self, node: Node, name: str, frame: Pose, childclass: str) -> None:
        """Mass, shapes, sites and bodies of a body whose frame, seen from the link, is `frame`."""
        found = self._flattened(node, frame, childclass)
        inertial = node.first("inertial")
        shapes, mass = [], None
        for geom, before in found["geom"]:
            shape, body = self._geom(geom, before, wanted=inertial is None and name != "world")
            shapes += [shape] if shape is not None else []
            if body is not None:
                mass = body if mass is None else mass + body
        if inertial is not None:
            mass = _inertial(inertial, self.options).seen_from(frame)
        self.links.append(Link(name, mass, tuple(shapes)))
        self.bodies[name] = LoopEnd(name, frame)
        for site, before in found["site"]:
            if label := site.attributes.get("name"):
                self.frames.append(Frame(label, name, before @ parts.pose(site, self.options)))
        for body_node, before in found["body"]:
            self._body(body_node, name, before, childclass)

    def _flattened(
        self, node: Node, frame: Pose, childclass: str
    ) -> dict[str, list[tuple[Node, Pose]]]:
        """Geoms, sites and bodies, with the frames that they are wrapped in resolved."""
        found: dict[str, list[tuple[Node, Pose]]] = {"geom": [], "site": [], "body": []}
        for child in node.children:
            if child.tag in REFUSED or child.attributes.get("type") in ("free", "ball"):
                reason = REFUSED.get(child.tag, "it moves in several ways at once")
                raise InputError(f"<{child.tag}> is refused: {reason}", where=child.place)
            if child.tag == "body":
                found["body"].append((child, frame))
            elif child.tag in ("geom", "site"):
                found[child.tag].append((self.options.filled(child, childclass), frame))
            elif child.tag == "frame":
                if child.first("joint") is not None:
                    raise InputError("joint inside a <frame> is not read", where=child.place)
                inner = child.attributes.get("childclass", childclass)
                inside = self._flattened(child, frame @ parts.pose(child, self.options), inner)
                for tag, nodes in inside.items():
                    found[tag] += nodes
        return found

    def _geom(self, node: Node, before: Pose, wanted: bool) -> tuple[Shape | None, Inertia | None]:
        """What the geom looks like, and its mass if that is `wanted`."""
        body = parts.solid(node, self.options)
        if body is None:
            return self._mesh(node, before, wanted), None
        place, size = before @ body.pose, body.size
        mass = parts.inertia_of(node, body).seen_from(before) if wanted else None
        if body.kind == "box":
            return Shape("box", tuple(2 * edge for edge in size), place), mass
        if body.kind == "sphere":
            return Shape("sphere", size, place), mass
        if body.kind == "ellipsoid":
            return None, mass
        rounding = size[0] if body.kind == "capsule" else 0.0
        return Shape("cylinder", (size[0], 2 * (size[1] + rounding)), place), mass

    def _mesh(self, node: Node, before: Pose, wanted: bool) -> Shape | None:
        asset = self._meshes.get(node.attributes.get("mesh", ""))
        weighs = node.number("mass", 1.0) > 0 and node.number("density", parts.WATER) > 0
        if wanted and weighs and node.attributes.get("type") != "plane":
            raise InputError(
                "mass of a mesh is not known",
                where=node.place,
                expected="<inertial> in its body, or mass='0'",
            )
        if asset is None or "file" not in asset.attributes:
            return None
        scale = asset.numbers("scale", 3, (1.0, 1.0, 1.0))
        place = before @ parts.pose(node, self.options)
        return Shape("mesh", scale, place, asset.attributes["file"])


def _inertial(node: Node, options: parts.MjcfOptions) -> Inertia:
    if "fullinertia" in node.attributes:
        xx, yy, zz, xy, xz, yz = node.numbers("fullinertia", 6)
        matrix = tensor((xx, xy, xz, yy, yz, zz))
    else:
        matrix = tensor(node.numbers("diaginertia", 3, (0.0, 0.0, 0.0)))
    at_centre = Inertia(node.number("mass"), np.zeros(3), matrix)
    return at_centre.seen_from(parts.pose(node, options))


class _Includes:
    """Puts the children of a file in the place of the `<include>` that names it, as MuJoCo does:
    each file once."""

    def __init__(self, reader: xml.Reader, path: Path | None) -> None:
        self._reader = reader
        self._folder = None if path is None else path.parent
        self._read = set() if path is None else {path.resolve()}

    def resolved(self, node: Node, depth: int = 0) -> Node:
        children: list[Node] = []
        for child in node.children:
            if depth >= xml.DEEPEST:
                raise InputError(
                    "nested too deeply", where=child.place, expected=f"at most {xml.DEEPEST}"
                )
            if child.tag != "include":
                children.append(self.resolved(child, depth + 1))
                continue
            path = inside(self._folder, child.attribute("file"), child.place)
            if path in self._read:
                raise InputError(
                    "file is included twice",
                    where=child.place,
                    got=str(path),
                    expected="each file once",
                )
            self._read.add(path)
            children += self.resolved(self._reader.read(path), depth + 1).children
        return replace(node, children=tuple(children))
