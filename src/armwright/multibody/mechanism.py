"""The bodies of a robot as the algorithms want them: moving bodies only, z axes along the joints.

Links behind fixed joints are part of the body they hang on. A body's frame has its z axis along the
joint; otherwise it may differ from the link's frame, because a good choice of frames makes the
code a third shorter (`frames`). What is asked for in a link's frame goes through
`Mechanism.links`.

Positions of the joints are A q + a₀, A constant: most joints have a coordinate of their own, one
that mimics another has a multiple of its, a rotor turns with several. All algorithms work in the
coordinates; a body only knows its row of A.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import casadi as cs

from armwright.arrays import Array
from armwright.errors import InputError
from armwright.multibody.added import Added, added_in_body
from armwright.multibody.frames import align_frames
from armwright.multibody.parameters import FreeParameters
from armwright.multibody.placement import Placement, Ten
from armwright.multibody.raw_bodies import RawBody, raw_bodies
from armwright.multibody.regroup import regroup
from armwright.multibody.rotation import Rotation
from armwright.multibody.rows import Entries, Row, add_along, combination
from armwright.multibody.spatial import Scalar, Vector, plus, times, vector_of
from armwright.multibody.turns import joint_rotation
from armwright.robot import Joint, Mimic, Robot
from armwright.robot.values import FrozenMap


@dataclass(frozen=True)
class Positions:
    """`q`: symbols of the coordinates; by the name of every joint that moves its row of A, and its
    element of a₀."""

    q: cs.SX
    along: Mapping[str, tuple[Row, Scalar]]
    #: what error messages call the coordinates
    names: tuple[str, ...]


def positions(robot: Robot) -> Positions:
    """A coordinate for every joint that moves by itself, in the order of the file."""
    names = robot.joint_names
    along = joint_rows(robot, {name: k for k, name in enumerate(names)})
    return Positions(cs.SX.sym("q", len(names)), along, names)


def joint_rows(robot: Robot, places: Mapping[str, int]) -> dict[str, tuple[Row, Scalar]]:
    """Row of A and element of a₀ for every joint that moves; `places`: joint that moves by itself →
    coordinate."""
    found: dict[str, tuple[Row, Scalar]] = {}
    for joint in robot.joints:
        if joint.moves:
            follows = joint.mimic or Mimic(joint.name)
            row = {places[name]: share for name, share in follows.entries.items()}
            found[joint.name] = (row, follows.offset)
    return found


@dataclass(frozen=True)
class Body:
    """`rotation` turns body into parent axes; `origin` is the body's origin in the parent's frame;
    both depend on the joint position. Inertia about the body's origin, in body axes. The joint's
    velocity is `along` · q̇."""

    joint: Joint
    along: Row
    parent: int
    prismatic: bool
    rotation: Rotation
    origin: Vector
    ten: Ten
    added: Added | None = None


@dataclass(frozen=True)
class Mechanism:
    """Bodies in an order in which parents come first; `q` the coordinates."""

    q: cs.SX
    names: tuple[str, ...]
    bodies: tuple[Body, ...]
    gravity: Vector
    #: link → (body, or −1 for the base; placement of the link's frame in the body's)
    links: dict[str, tuple[int, Placement]]
    free: FreeParameters

    @property
    def coordinates(self) -> int:
        return int(self.q.shape[0])

    @cached_property
    def order(self) -> tuple[int, ...]:
        """The coordinates, those of a body before those of what hangs on it; then those that move
        no body."""
        found = dict.fromkeys(k for body in self.bodies for k in body.along)
        return (*found, *(k for k in range(self.coordinates) if k not in found))

    @property
    def one_each(self) -> bool:
        """Whether every body has a coordinate of its own, and every coordinate a body."""
        rows = [dict(body.along) for body in self.bodies]
        own = all(list(row.values()) == [1.0] for row in rows)
        return own and len({k for row in rows for k in row}) == len(rows) == self.coordinates

    @property
    def has_added(self) -> bool:
        """Whether any body carries added inertia."""
        return any(body.added is not None for body in self.bodies)

    def rates(self, v: Sequence[Scalar]) -> list[Scalar]:
        """Of the bodies' joints, for rates of the coordinates."""
        return [combination(body.along, v) for body in self.bodies]

    def gathered(self, torques: Sequence[Scalar]) -> list[Scalar]:
        """Generalised forces of the coordinates, for torques of the bodies' joints."""
        total: list[Scalar] = [0.0] * self.coordinates
        for body, torque in zip(self.bodies, torques, strict=True):
            add_along(total, body.along, torque)
        return total

    def projected(self, entries: Entries) -> Entries:
        """Aᵀ M A by coordinates, for the entries of M by bodies."""
        found: Entries = {}
        for (i, j), value in entries.items():
            for a, left in self.bodies[i].along.items():
                for b, right in self.bodies[j].along.items():
                    if i == j and a < b:
                        continue  # the other half of a symmetric matrix
                    amount = times(times(left, right), value)
                    if i != j and a == b:
                        amount = times(2.0, amount)
                    pair = (max(a, b), min(a, b))
                    found[pair] = plus(found.get(pair, 0.0), amount)
        return found

    def path_to_base(self, body: int) -> list[int]:
        """The body, its parent, … as far as the base."""
        path = []
        while body >= 0:
            path.append(body)
            body = self.bodies[body].parent
        return path

    def inverse_pivot(self, coordinate: int, inertia: Scalar) -> Scalar:
        """1 / the inertia that a coordinate feels, refused where nothing has any."""
        if type(inertia) is float and inertia == 0.0:
            moved = [b.joint for b in self.bodies if coordinate in b.along]
            behind = f" of link '{moved[0].child}' and all that hangs on it" if moved else ""
            raise InputError(
                "no mass moves with this joint, so that its acceleration is not determined",
                where=f"robot '{self.free.robot.name}', joint '{self.names[coordinate]}'",
                got=f"zero inertia{behind}",
                expected="a positive moment of inertia about the joint axis",
                hint="Give the link its mass, or make the joint fixed.",
            )
        return 1.0 / inertia


def build(
    free: FreeParameters,
    *,
    physical: bool = False,
    at: Positions | None = None,
    loads: Mapping[str, Ten] = FrozenMap(),
    added: Mapping[str, Array] = FrozenMap(),
    cut: Collection[str] = (),
) -> Mechanism:
    """The mechanism of `free.robot`; `at`: its coordinates, if they are not the joints' own;
    `loads`: what is attached to links beside their own inertia, in their frames. `added`: 6 × 6
    inertia of links that has no weight, (linear; angular), about their origins and in their axes.
    `cut`: fixed joints behind which a body of its own begins, so that what passes through shows.

    `physical` keeps every body's own inertia, in axes that differ from the link's at most by what
    brings z onto the joint axis. Otherwise frames are chosen and inertial parameters regrouped for
    the shortest code: joint torques, mass matrix and motion are the same, the split of forces
    inside the arm is not.
    """
    robot = free.robot
    raw, fixed = raw_bodies(free, loads, cut)
    if not physical:
        align_frames(raw)
        regroup(raw)
    at = at or positions(robot)
    elements = cs.vertsplit(at.q) if at.q.shape[0] else []
    still: tuple[Row, Scalar] = ({}, 0.0)
    rows = [at.along.get(body.joint.name, still) for body in raw]
    bodies = tuple(_finish(body, elements, *row) for body, row in zip(raw, rows, strict=True))
    bodies = tuple(_with_added(body, one, added) for body, one in zip(bodies, raw, strict=True))
    links = {name: (-1, placement) for name, placement in fixed.items()}
    for index, body in enumerate(raw):
        links.update({name: (index, placement) for name, placement in body.links.items()})
    gravity = Vector(*free.get("gravity")) if free.is_free("gravity") else vector_of(robot.gravity)
    return Mechanism(at.q, at.names, bodies, gravity, links, free)


def _with_added(body: Body, raw: RawBody, matrices: Mapping[str, Array]) -> Body:
    for name in raw.links:
        if name in matrices:
            more = added_in_body(matrices[name], raw.links[name], name)
            total = more if body.added is None else body.added + more
            body = dataclasses.replace(body, added=total)
    return body


def _finish(raw: RawBody, coordinates: list[cs.SX], along: Row, offset: Scalar) -> Body:
    place, q = raw.placement, plus(combination(along, coordinates), offset)
    if raw.prismatic:
        rotation = joint_rotation(place.rotation, None)
        origin = place.translation + (rotation @ Vector(z=1.0)) * q
    else:
        rotation = joint_rotation(place.rotation, q)
        origin = place.translation
    return Body(raw.joint, along, raw.parent, raw.prismatic, rotation, origin, raw.ten)
