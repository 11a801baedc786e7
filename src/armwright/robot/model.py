"""What a robot is: links, joints, frames, motors, elastic axes, loops. Frozen; SI units, rad.

Checks and writers take a `Description`; `Robot`, which has them as methods, stands above them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, TypeVar

from armwright.arrays import Array
from armwright.errors import InputError
from armwright.inputs import check_name, check_text
from armwright.robot.consistency import check_mimics, check_tree
from armwright.robot.elastic import ElasticAxis, check_elastic
from armwright.robot.gear_train import GearTrain, check_gear_trains, with_ratios
from armwright.robot.hull import FRESH_WATER
from armwright.robot.links import Frame, Joint, Link, base_link, last_link
from armwright.robot.loop import LoopClosure, check_loops
from armwright.robot.motor import Motor, check_motors, gear_matrix, motors_of
from armwright.robot.part import RobotPart
from armwright.robot.spring_matrix import SpringMatrix, check_spring_matrices
from armwright.robot.values import FrozenMap, Value, frozen_array

#: How a TOML file describes the arm: as bodies with joint axes, or by a D-H table.
FileForm = Literal["bodies", "standard", "modified"]
#: URDF and MJCF leave it open or at 9.81; so do Pinocchio and MuJoCo.
DEFAULT_GRAVITY = 9.81
#: The fields of a robot that list its parts beside links, joints, frames and motors.
PARTS = ("elastic", "loops", "spring_matrices", "gear_trains")
_Item = TypeVar("_Item", Link, Joint)


@dataclass(frozen=True, eq=False)
class Description(Value):
    """A tree of links. Joint vectors list the joints that move by themselves, in the order of
    `joints`; those that mimic others follow from them.

    `tool` names the frame or link that the arm is about. `gravity` is the acceleration of free
    fall (m/s², base frame), `water_density` that of the water around links that have a hull
    (kg/m³). `sources` says, per quantity, where its numbers come from.
    `motors` are those that are not said by a joint's drive: `all_motors` has both. `elastic`: axes
    in which the structure gives way. `loops`: where links close chains that the tree leaves open.
    `spring_matrices`: springs of axes or motors that are coupled.
    `gear_trains`: gears with their parts; motors that leave `along` empty get it from there.
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
    loops: tuple[LoopClosure, ...] = ()
    spring_matrices: tuple[SpringMatrix, ...] = ()
    gear_trains: tuple[GearTrain, ...] = ()
    water_density: float = FRESH_WATER

    def __post_init__(self) -> None:
        for name in ("links", "joints", "frames", "motors", *PARTS):
            object.__setattr__(self, name, tuple(getattr(self, name)))
        object.__setattr__(self, "motors", with_ratios(self.motors, self.gear_trains))
        object.__setattr__(self, "gravity", frozen_array(self.gravity, (3,), "gravity"))
        object.__setattr__(self, "sources", FrozenMap(self.sources))
        self._check_texts()
        if not 0 <= self.water_density < 1e6:
            raise InputError(
                "the water's density is out of range",
                where=f"robot '{self.name}'",
                got=self.water_density,
                expected="0 to 1e6 kg/m³",
            )
        where, links = f"robot '{self.name}'", [link.name for link in self.links]
        check_tree(where, links, self.joints, self.frames)
        check_mimics(self.joints)
        check_motors(where, links, self.joints, self.motors)
        check_elastic(where, links, self.joints, self.elastic)
        check_loops(where, links, self.joints, self.loops)
        check_spring_matrices(where, self.elastic, self.all_motors, self.spring_matrices)
        check_gear_trains(where, self.joint_names, self.all_motors, self.gear_trains)
        if not self.tool:
            object.__setattr__(self, "tool", last_link(self.links, self.joints))
        self.frame(self.tool)

    def _check_texts(self) -> None:
        """Whatever is printed, drawn and written is free of control characters from here on."""
        check_name(self.name, "robot", "robot")
        where = f"robot '{self.name}'"
        for name in ("link", "joint", "frame", "motor"):
            for item in getattr(self, f"{name}s"):
                check_name(item.name, name, where)
        for parts in self.parts.values():
            for part in parts:
                check_name(part.name, part.called, where)
        for link in self.links:
            for shape in link.shapes:
                check_text(shape.mesh or "", "the name of a mesh's file", f"link '{link.name}'")
        check_text(self.description, "the description", where, lines=True)
        for key, text in self.sources.items():
            check_text(key, "a key of the sources", where)
            check_text(text, f"source '{key}'", where, lines=True)

    @property
    def parts(self) -> dict[str, tuple[RobotPart, ...]]:
        """What there is beside links, joints, frames and motors: the lists by their fields."""
        return {field: getattr(self, field) for field in PARTS}

    @cached_property
    def base(self) -> str:
        """The link that no joint moves: the root of the tree."""
        return base_link(self.links, self.joints)

    @cached_property
    def moving_joints(self) -> tuple[Joint, ...]:
        """The joints that move by themselves: those that mimic others are not among them."""
        return tuple(joint for joint in self.joints if joint.moves_by_itself)

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
        return motors_of(self.joints, self.motors)

    @cached_property
    def gear_matrix(self) -> Array:
        """η (motor × joint): positions of `all_motors` = η @ joint positions."""
        return gear_matrix(self.all_motors, self.joint_names)

    def source_of(self, path: str) -> str | None:
        """Where a value comes from, e.g. of "links.forearm.mass"; None if nobody says."""
        return _source_of(self.sources, path)


def _source_of(sources: Mapping[str, str], path: str) -> str | None:
    """The source of the value at `path`, e.g. "links.forearm.mass".

    A key covers everything below it; `*` stands for any one name; the most exact key wins.
    """
    wanted = path.split(".")
    best: tuple[int, int] | None = None
    found = None
    for key, source in sources.items():
        parts = key.split(".")
        covers = len(parts) <= len(wanted) and all(
            part in ("*", name) for part, name in zip(parts, wanted, strict=False)
        )
        rank = (len(parts), -parts.count("*"))
        if covers and (best is None or rank > best):
            best, found = rank, source
    return found


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
