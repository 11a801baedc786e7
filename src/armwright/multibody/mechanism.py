"""The bodies of a robot as the algorithms want them: moving bodies only, z axes along the joints.

Links behind fixed joints are part of the body they hang on. A body's frame has its z axis along the
joint; otherwise it may differ from the link's frame, because a good choice of frames makes the
code a third shorter (`frames`). What is asked for in a link's frame goes through
`Mechanism.links`.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import casadi as cs
import numpy as np

from armwright.errors import InputError
from armwright.multibody.frames import align_frames
from armwright.multibody.parameters import FreeParameters
from armwright.multibody.placement import Placement, Ten, add_ten, seen_from, zero_ten
from armwright.multibody.regroup import regroup
from armwright.multibody.rotation import General, Rotation, Turn
from armwright.multibody.spatial import Scalar, Symmetric, Vector, matrix_of, vector_of
from armwright.multibody.turns import joint_rotation
from armwright.robot import Joint, refuse_mimics


@dataclass
class RawBody:
    """A body while it is being set up. `placement`: in the parent body's frame at position 0."""

    joint: int
    parent: int
    prismatic: bool
    placement: Placement
    ten: Ten = field(default_factory=zero_ten)
    links: dict[str, Placement] = field(default_factory=dict)


@dataclass(frozen=True)
class Body:
    """`rotation` turns body into parent axes; `origin` is the body's origin in the parent's frame;
    both depend on the joint position. Inertia about the body's origin, in body axes."""

    joint: int
    parent: int
    prismatic: bool
    rotation: Rotation
    origin: Vector
    ten: Ten


@dataclass(frozen=True)
class Mechanism:
    """Bodies in an order in which parents come first; `q` the joint positions, in file order."""

    q: cs.SX
    bodies: tuple[Body, ...]
    gravity: Vector
    #: link → (body, or −1 for the base; placement of the link's frame in the body's)
    links: dict[str, tuple[int, Placement]]
    free: FreeParameters

    @property
    def size(self) -> int:
        return len(self.bodies)

    def path_to_base(self, body: int) -> list[int]:
        """The body, its parent, … as far as the base."""
        path = []
        while body >= 0:
            path.append(body)
            body = self.bodies[body].parent
        return path

    def inverse_pivot(self, body: int, inertia: Scalar) -> Scalar:
        """1 / the inertia that a joint feels along its axis, refused where nothing has any."""
        if type(inertia) is float and inertia == 0.0:
            robot = self.free.robot
            joint = robot.moving_joints[self.bodies[body].joint]
            raise InputError(
                "no mass moves with this joint, so that its acceleration is not determined",
                where=f"robot '{robot.name}', joint '{joint.name}'",
                got=f"zero inertia of link '{joint.child}' and all that hangs on it",
                expected="a positive moment of inertia about the joint axis",
                hint="Give the link its mass, or make the joint fixed.",
            )
        return 1.0 / inertia


def build(free: FreeParameters, *, physical: bool = False) -> Mechanism:
    """The mechanism of `free.robot`.

    `physical` keeps every body's own inertia, in axes that differ from the link's at most by what
    brings z onto the joint axis. Otherwise frames are chosen and inertial parameters regrouped for
    the shortest code: joint torques, mass matrix and motion are the same, the split of forces
    inside the arm is not.
    """
    robot = free.robot
    refuse_mimics(robot)
    raw, fixed = _raw_bodies(free)
    if not physical:
        align_frames(raw)
        regroup(raw)
    q = cs.SX.sym("q", len(robot.moving_joints))
    elements = cs.vertsplit(q) if raw else []
    bodies = tuple(_finish(body, elements[body.joint]) for body in raw)
    links = {name: (-1, placement) for name, placement in fixed.items()}
    for index, body in enumerate(raw):
        links.update({name: (index, placement) for name, placement in body.links.items()})
    gravity = Vector(*free.get("gravity")) if free.is_free("gravity") else vector_of(robot.gravity)
    return Mechanism(q, bodies, gravity, links, free)


def _raw_bodies(free: FreeParameters) -> tuple[list[RawBody], dict[str, Placement]]:
    """Walk the tree from the base: a moving joint starts a body, a fixed one adds to it."""
    robot = free.robot
    number = {joint.name: k for k, joint in enumerate(robot.moving_joints)}
    below: dict[str, list[Joint]] = {link.name: [] for link in robot.links}
    for joint in robot.joints:
        below[joint.parent].append(joint)
    bodies: list[RawBody] = []
    base = {robot.base: Placement()}
    todo = [(joint, -1) for joint in reversed(below[robot.base])]
    while todo:
        joint, home = todo.pop()
        links = base if home < 0 else bodies[home].links
        placement = links[joint.parent] @ _joint_placement(joint, free)
        if joint.moves:
            upright = _z_onto(joint.axis)
            body = RawBody(number[joint.name], home, joint.kind == "prismatic", placement @ upright)
            bodies.append(body)
            home, links, placement = len(bodies) - 1, body.links, upright.inverse()
        links[joint.child] = placement
        if home >= 0:
            bodies[home].ten = add_ten(
                bodies[home].ten, seen_from(_link_ten(joint.child, free), placement)
            )
        todo += [(child, home) for child in reversed(below[joint.child])]
    return bodies, base


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


def _link_ten(name: str, free: FreeParameters) -> Ten:
    inertia = free.robot.link(name).inertia
    numbers: list[object] = (
        [float(value) for value in inertia.parameters] if inertia else [0.0] * 10
    )
    for part, start, stop in (("mass", 0, 1), ("first_moment", 1, 4), ("inertia", 4, 10)):
        if free.is_free(f"links.{name}.{part}"):
            numbers[start:stop] = free.get(f"links.{name}.{part}")
    return Ten(numbers[0], Vector(*numbers[1:4]), Symmetric(*numbers[4:]))


def _z_onto(axis: np.ndarray) -> Placement:
    """The rotation whose z axis is `axis`; for ±x, ±y, ±z it only swaps axes and signs."""
    helper = np.roll(np.eye(3)[int(np.argmax(np.abs(axis)))], 1)
    x = np.cross(helper, axis)
    x /= np.linalg.norm(x)
    if axis[2] == 1.0:
        return Placement()
    return Placement(matrix_of(np.column_stack([x, np.cross(axis, x), axis])))


def _finish(raw: RawBody, q: cs.SX) -> Body:
    place = raw.placement
    if raw.prismatic:
        rotation = joint_rotation(place.rotation, None)
        origin = place.translation + (rotation @ Vector(z=1.0)) * q
    else:
        rotation = joint_rotation(place.rotation, q)
        origin = place.translation
    return Body(raw.joint, raw.parent, raw.prismatic, rotation, origin, raw.ten)
