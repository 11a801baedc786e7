"""What an arm is: links, joints, frames, drives. Frozen; SI units; angles in rad."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Literal, TypeVar

from armwright.arrays import Array
from armwright.errors import InputError
from armwright.inputs import check_name, check_text
from armwright.robot.drive import Drive, Limits
from armwright.robot.elastic import ElasticAxis, check_elastic
from armwright.robot.inertia import Inertia
from armwright.robot.mimic import Mimic, check_mimics
from armwright.robot.motor import Motor, check_motors, gear_matrix, motors_of
from armwright.robot.pose import Pose
from armwright.robot.shape import Hull, Shape
from armwright.robot.sources import source_of
from armwright.robot.tree import check_tree, last_link
from armwright.robot.values import FrozenMap, Value, frozen_array, frozen_unit

if TYPE_CHECKING:
    from armwright.robot.checks import Finding
    from armwright.robot.saving import Form

JointKind = Literal["revolute", "prismatic", "fixed"]
#: URDF and MJCF leave it open or at 9.81; so do Pinocchio and MuJoCo.
DEFAULT_GRAVITY = 9.81
_Item = TypeVar("_Item", "Link", "Joint")


@dataclass(frozen=True, eq=False)
class Link(Value):
    """A rigid body; `inertia` None means that it has no mass of its own, `hull` None that water
    does not act on it."""

    name: str
    inertia: Inertia | None = None
    shapes: tuple[Shape, ...] = ()
    hull: Hull | None = None


@dataclass(frozen=True, eq=False)
class Joint(Value):
    """`origin`: the joint frame at zero position in the parent link's frame. The child's frame is
    the joint frame, turned about or shifted along `axis` (unit, joint frame) by the position.

    `passive`: nothing drives it. `mimic`: its position follows from that of another joint, so that
    it has no place in joint vectors. Neither has a drive.
    """

    name: str
    kind: JointKind
    parent: str
    child: str
    origin: Pose = field(default_factory=Pose)
    axis: Array = field(default_factory=lambda: frozen_array([0, 0, 1], (3,), "axis"))
    limits: Limits = field(default_factory=Limits)
    drive: Drive | None = None
    passive: bool = False
    mimic: Mimic | None = None

    def __post_init__(self) -> None:
        where = f"joint '{self.name}'"
        if self.kind not in ("revolute", "prismatic", "fixed"):
            raise InputError(
                "unknown joint kind",
                where=where,
                got=repr(self.kind),
                expected="'revolute', 'prismatic' or 'fixed'",
            )
        object.__setattr__(self, "axis", frozen_unit(self.axis, where))
        if self.mimic is not None or self.passive:
            self._check_follower(where)

    @property
    def moves(self) -> bool:
        """By itself or as another joint does."""
        return self.kind != "fixed"

    def _check_follower(self, where: str) -> None:
        word = "passive" if self.mimic is None else "mimics another"
        if not self.moves:
            raise InputError(f"{word}, but does not move", where=where, got="kind 'fixed'")
        if self.mimic is not None and self.passive:
            raise InputError(
                "both passive and mimics another",
                where=where,
                expected="one of them",
                hint="A joint that mimics another has no freedom of its own.",
            )
        if self.drive is not None:
            raise InputError(f"{word}, but has a drive", where=where, expected="no drive")


@dataclass(frozen=True, eq=False)
class Frame(Value):
    """A named frame fixed to a link."""

    name: str
    link: str
    pose: Pose = field(default_factory=Pose)


@dataclass(frozen=True, eq=False)
class Robot(Value):
    """A tree of links. Joint vectors list the joints that move by themselves, in the order of
    `joints`; those that mimic others follow from them.

    `tool` names the frame or link that the arm is about. `gravity` is the acceleration of free
    fall (m/s², base frame). `sources` says, per quantity, where its numbers come from.
    `motors` are those that are not said by a joint's drive: `all_motors` has both. `elastic`: axes
    in which the structure gives way.
    """

    name: str
    links: tuple[Link, ...]
    joints: tuple[Joint, ...]
    frames: tuple[Frame, ...] = ()
    tool: str = ""
    gravity: Array = field(
        default_factory=lambda: frozen_array([0, 0, -DEFAULT_GRAVITY], (3,), "gravity")
    )
    description: str = ""
    sources: Mapping[str, str] = field(default_factory=dict)
    motors: tuple[Motor, ...] = ()
    elastic: tuple[ElasticAxis, ...] = ()

    def __post_init__(self) -> None:
        for name in ("links", "joints", "frames", "motors", "elastic"):
            object.__setattr__(self, name, tuple(getattr(self, name)))
        object.__setattr__(self, "gravity", frozen_array(self.gravity, (3,), "gravity"))
        object.__setattr__(self, "sources", FrozenMap(self.sources))
        self._check_texts()
        check_tree(self)
        check_mimics(self)
        check_motors(self)
        check_elastic(self)
        if not self.tool:
            object.__setattr__(self, "tool", last_link(self))
        self.frame(self.tool)

    def _check_texts(self) -> None:
        """Whatever is printed, drawn and written is free of control characters from here on."""
        check_name(self.name, "robot", "robot")
        where = f"robot '{self.name}'"
        for name in ("link", "joint", "frame", "motor"):
            for item in getattr(self, f"{name}s"):
                check_name(item.name, name, where)
        for axis in self.elastic:
            check_name(axis.name, "elastic axis", where)
        for link in self.links:
            for shape in link.shapes:
                check_text(shape.mesh or "", "the name of a mesh's file", f"link '{link.name}'")
        check_text(self.description, "the description", where, lines=True)
        for key, text in self.sources.items():
            check_text(key, "a key of the sources", where)
            check_text(text, f"source '{key}'", where, lines=True)

    @cached_property
    def base(self) -> str:
        """The link that no joint moves: the root of the tree."""
        children = {joint.child for joint in self.joints}
        return next(link.name for link in self.links if link.name not in children)

    @cached_property
    def moving_joints(self) -> tuple[Joint, ...]:
        """The joints that move by themselves: those that mimic others are not among them."""
        return tuple(joint for joint in self.joints if joint.moves and joint.mimic is None)

    @property
    def joint_names(self) -> tuple[str, ...]:
        """Names of the joints that move by themselves: the labels of every joint vector."""
        return tuple(joint.name for joint in self.moving_joints)

    @cached_property
    def passive_joints(self) -> tuple[str, ...]:
        """Names of the joints that move by themselves and that no motor drives."""
        driven = {name for motor in self.all_motors for name in motor.along}
        return tuple(name for name in self.joint_names if name not in driven)

    @property
    def frame_names(self) -> tuple[str, ...]:
        """Everything that has a pose: the named frames, then the links."""
        return (*(frame.name for frame in self.frames), *(link.name for link in self.links))

    def link(self, name: str) -> Link:
        return _named(self.links, name, "link", self.name)

    def joint(self, name: str) -> Joint:
        return _named(self.joints, name, "joint", self.name)

    def frame(self, name: str) -> Frame:
        """The frame of that name; a link's name means the link's own frame."""
        for frame in self.frames:
            if frame.name == name:
                return frame
        if any(link.name == name for link in self.links):
            return Frame(name, name)
        raise _unknown("frame", name, self.frame_names, self.name)

    @cached_property
    def all_motors(self) -> tuple[Motor, ...]:
        """The motors there are: those of the joints' drives, under the joints' names and in their
        order, then `motors`. Without any `motors`, a joint that has no drive and is not passive has
        an ideal motor, 1 : 1; with them, it is passive unless one of them drives it."""
        return motors_of(self)

    @cached_property
    def gear_matrix(self) -> Array:
        """η (motor × joint): positions of `all_motors` = η @ joint positions."""
        return gear_matrix(self)

    def source_of(self, path: str) -> str | None:
        """Where a value comes from, e.g. of "links.forearm.mass"; None if nobody says."""
        return source_of(self.sources, path)

    def check(self, folder: str | os.PathLike[str] | None = None) -> tuple[Finding, ...]:
        """What is wrong or implausible; meshes are looked for if their `folder` is given."""
        from armwright.robot.checks import check

        return check(self, folder)

    def save(self, path: str | os.PathLike[str], form: Form = "bodies") -> tuple[str, ...]:
        """Write the robot to a file; the result says what the file's format cannot hold."""
        from armwright.robot.saving import save

        return save(self, path, form)


def _named(items: tuple[_Item, ...], name: str, kind: str, robot: str) -> _Item:
    for item in items:
        if item.name == name:
            return item
    raise _unknown(kind, name, [item.name for item in items], robot)


def _unknown(kind: str, name: str, known: Iterable[str], robot: str) -> InputError:
    return InputError(
        f"no {kind} of that name",
        where=f"robot '{robot}'",
        got=repr(name),
        expected=f"one of {list(known)}",
    )
