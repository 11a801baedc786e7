"""The lists of a robot beside links and joints, in our TOML: motors, elastic axes, loops, frames.

Of each: what may stand in a file, how it is read, how it is written, and how it is said in the
frames of a D-H table. `schema`, `build` and the writers go through `PartTables` and `PARTS`: a new
part needs nothing else in this folder.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Any, Generic, Literal, TypeVar

from pydantic import ConfigDict, Field

from armwright.errors import InputError
from armwright.robot.drive import Drive
from armwright.robot.elastic import FOUNDATION, ElasticAxis, ElasticPlace
from armwright.robot.formats.common import MOST_PARTS, unit_axis
from armwright.robot.formats.dh_frames import DhFrames, is_here
from armwright.robot.formats.pieces import (
    Mass,
    Moments,
    MotorNumbers,
    Origin,
    inertia,
    inertia_lines,
    motor_number_lines,
    motor_numbers,
    pose,
    pose_table,
)
from armwright.robot.formats.tables import Flag, Name, TomlNumber, TomlTable, Triple, UnitOf
from armwright.robot.formats.toml_text import inline, law, numbers, string, vector
from armwright.robot.links import Frame
from armwright.robot.loop import LoopClosure, LoopEnd, LoopKind
from armwright.robot.model import Description
from armwright.robot.motor import Motor
from armwright.robot.pose import Pose

_Table = TypeVar("_Table")
_Item = TypeVar("_Item")


@dataclass(frozen=True)
class PartFormat(Generic[_Table, _Item]):
    """How the items of one list are read and written.

    `read` gets the D-H frames that a file describes links in, each seen from its link. `in_dh` says
    an item in such frames; None if readers make it of the D-H table by themselves.
    """

    read: Callable[[_Table, Mapping[str, Pose]], _Item]
    lines: Callable[[_Item], list[str]]
    in_dh: Callable[[_Item, DhFrames], _Item | None]


class MotorTable(MotorNumbers):
    """A motor that turns with one or several joints: its position is the sum of ratio · joint
    position. In a file with such motors, joints that neither have a drive nor a motor along them
    are passive. All on the motor side, in SI units. The rotor is mounted in `link`, about `axis`
    in the link's axes."""

    name: Name
    along: Annotated[dict[Name, TomlNumber], UnitOf("1 or 1/m")]
    link: Name | None = None
    axis: Triple = (0.0, 0.0, 1.0)


def motor(table: MotorTable, ends: Mapping[str, Pose]) -> Motor:
    end = ends.get(table.link or "", Pose())
    axis = end.rotation @ unit_axis(table.axis, f"motor '{table.name}'")
    return Motor(table.name, table.along, Drive(**motor_numbers(table)), table.link or "", axis)


def motor_lines(motor: Motor) -> list[str]:
    lines = ["", "[[motors]]", f"name = {string(motor.name)}"]
    lines.append(f"along = {inline(numbers(motor.along))}")
    if motor.link:
        lines.append(f"link = {string(motor.link)}")
    if motor.axis.tolist() != [0, 0, 1]:
        lines.append(f"axis = {vector(motor.axis)}")
    return lines + motor_number_lines(motor.drive)


def motor_in_dh(motor: Motor, frames: DhFrames) -> Motor:
    return replace(motor, axis=frames.link(motor.link).rotation @ motor.axis)


class AxisSpringTable(TomlTable):
    """Parameters stand beside the law's name, as the law names them: of the linear law,
    `stiffness` and `damping`."""

    model_config = ConfigDict(frozen=True, extra="allow")
    __pydantic_extra__: dict[str, TomlNumber]

    law: Name = "linear"


class AxisFrictionTable(TomlTable):
    """Parameters stand beside the law's name, as the law names them."""

    model_config = ConfigDict(frozen=True, extra="allow")
    __pydantic_extra__: dict[str, TomlNumber]

    law: Name = "coulomb"


class ElasticTable(TomlTable):
    """An axis in which the structure gives way: along x, y, z or about them (rx, ry, rz), before a
    joint, in its frame before it turns; after a joint, in the frame of the link that it moves; on a
    link, between the link and all that it carries, at `origin` in its frame; or between the ground
    and the base. `at` a joint means before it. `stiffness` and `damping` are short for a linear
    spring. Mass, centre and inertia are those of the body behind the axis. All but lengths and
    angles in SI units."""

    name: Name | None = None
    before: Name | None = None
    after: Name | None = None
    on: Name | None = None
    foundation: Flag = False
    at: Name | None = None
    axis: Literal["x", "y", "z", "rx", "ry", "rz"]
    stiffness: Annotated[TomlNumber | None, UnitOf("N m/rad or N/m")] = None
    damping: Annotated[TomlNumber | None, UnitOf("N m s/rad or N s/m")] = None
    spring: AxisSpringTable | None = None
    friction: AxisFrictionTable | None = None
    origin: Origin | None = None
    mass: Mass = None
    centre: Annotated[Triple, UnitOf("length")] = (0.0, 0.0, 0.0)
    inertia: Moments = (0.0, 0.0, 0.0)


def elastic_axis(table: ElasticTable, ends: Mapping[str, Pose]) -> ElasticAxis:
    at, place = _at(table)
    spring = table.spring or AxisSpringTable()
    friction = table.friction or AxisFrictionTable()
    short = {
        key: value for key in ("stiffness", "damping") if (value := getattr(table, key)) is not None
    }
    if table.spring is not None and short:
        raise InputError(
            "has both a spring table and the short form of one",
            where=_named(table, at),
            got=f"spring, {', '.join(short)}",
            expected=f"{' and '.join(short)} in the spring table",
        )
    origin = Pose() if table.origin is None else pose(table.origin)
    return ElasticAxis(
        at,
        table.axis,
        place,
        table.name or "",
        ends.get(at, Pose()) @ origin if place == "on" else origin,
        spring.law,
        short or spring.model_extra or {},
        friction.law,
        friction.model_extra or {},
        inertia(table, _named(table, at)),
    )


def _at(table: ElasticTable) -> tuple[str, ElasticPlace]:
    """What the axis is at, and on which side of it."""
    choices: tuple[tuple[str, str | None, ElasticPlace], ...] = (
        ("before", table.before, "before"),
        ("after", table.after, "after"),
        ("on", table.on, "on"),
        ("at", table.at, "before"),
        ("foundation", FOUNDATION if table.foundation else None, "before"),
    )
    given = [(key, at, place) for key, at, place in choices if at is not None]
    if len(given) != 1:
        raise InputError(
            "has no place" if not given else "has several places",
            where=_named(table, ""),
            got=", ".join(key for key, _, _ in given) or None,
            expected="one of before, after, on, at and foundation = true",
        )
    return given[0][1:]


def _named(table: ElasticTable, at: str) -> str:
    return f"elastic axis '{table.name or f'{at}.{table.axis}'.lstrip('.')}'"


def elastic_lines(axis: ElasticAxis) -> list[str]:
    lines = ["", "[[elastic]]", f"name = {string(axis.name)}"]
    if axis.at == FOUNDATION:
        lines.append("foundation = true")
    else:
        lines.append(f"{axis.place} = {string(axis.at)}")
    lines.append(f"axis = {string(axis.axis)}")
    if origin := pose_table(axis.origin):
        lines.append(f"origin = {inline(origin)}")
    if axis.spring_law == "linear" and axis.spring.keys() <= {"stiffness", "damping"}:
        lines += [f"{key} = {value}" for key, value in numbers(axis.spring).items()]
    else:
        lines.append(f"spring = {law(axis.spring_law, axis.spring)}")
    if axis.friction or axis.friction_law != "coulomb":
        lines.append(f"friction = {law(axis.friction_law, axis.friction)}")
    return lines + inertia_lines(axis.inertia)


def elastic_in_dh(axis: ElasticAxis, frames: DhFrames) -> ElasticAxis:
    if axis.place == "on":
        return replace(axis, origin=frames.link(axis.at) @ axis.origin)
    # A reader takes the joint's frame from the D-H table: the axis must mean the same there.
    if axis.at in frames.table.joints and not frames.keeps_joint_frame(axis.at):
        raise InputError(
            "the joint's frame in a D-H table is another one, where this axis is not x, y or z",
            where=axis.where,
            expected="form 'bodies', which keeps all frames",
        )
    return axis


class LoopEndTable(Origin):
    """A frame on a link."""

    link: Name


class LoopTable(TomlTable):
    """Two frames that a joint brings together which the tree does not have: `revolute` about
    `axis`, `spherical`, `prismatic` along `axis`, or `weld`. The axis is the same in both frames. A
    `parallelogram` is revolute, too, but needs no constraint: its two passive joints become ones
    that mimic the others."""

    name: Name
    kind: LoopKind | Literal["parallelogram"]
    first: LoopEndTable
    second: LoopEndTable
    axis: Triple = (0.0, 0.0, 1.0)


def loop(table: LoopTable, ends: Mapping[str, Pose]) -> LoopClosure:
    first, second = (
        LoopEnd(end.link, ends.get(end.link, Pose()) @ pose(end))
        for end in (table.first, table.second)
    )
    axis = unit_axis(table.axis, f"loop '{table.name}'")
    kind: LoopKind = "revolute" if table.kind == "parallelogram" else table.kind
    return LoopClosure(table.name, kind, first, second, axis)


def loop_lines(loop: LoopClosure) -> list[str]:
    lines = ["", "[[loops]]", f"name = {string(loop.name)}", f"kind = {string(loop.kind)}"]
    for key, end in (("first", loop.first), ("second", loop.second)):
        lines.append(f"{key} = {inline({'link': string(end.link), **pose_table(end.pose)})}")
    if loop.axis.tolist() != [0, 0, 1]:
        lines.append(f"axis = {vector(loop.axis)}")
    return lines


def loop_in_dh(loop: LoopClosure, frames: DhFrames) -> LoopClosure:
    first, second = (LoopEnd(e.link, frames.link(e.link) @ e.pose) for e in loop.ends)
    return replace(loop, first=first, second=second)


class FrameTable(Origin):
    name: Name
    link: Name


def frame(table: FrameTable, ends: Mapping[str, Pose]) -> Frame:
    return Frame(table.name, table.link, ends.get(table.link, Pose()) @ pose(table))


def frame_lines(frame: Frame) -> list[str]:
    lines = ["", "[[frames]]", f"name = {string(frame.name)}", f"link = {string(frame.link)}"]
    return lines + [f"{key} = {value}" for key, value in pose_table(frame.pose).items()]


def frame_in_dh(frame: Frame, frames: DhFrames) -> Frame | None:
    moved = replace(frame, pose=frames.link(frame.link) @ frame.pose)
    if frame.name != frames.far_ends.get(frame.link):
        return moved
    if frame.name == frames.robot.tool and not is_here(moved.pose):
        raise InputError(
            "the tool has the name of a D-H frame but is not that frame",
            where=f"robot '{frames.robot.name}'",
            got=repr(frame.name),
            hint="Give the tool frame another name.",
        )
    return None


class PartTables(TomlTable):
    """The lists as keys of a file."""

    motors: tuple[MotorTable, ...] = Field(default=(), max_length=MOST_PARTS)
    elastic: tuple[ElasticTable, ...] = Field(default=(), max_length=MOST_PARTS)
    loops: tuple[LoopTable, ...] = Field(default=(), max_length=MOST_PARTS)
    frames: tuple[FrameTable, ...] = Field(default=(), max_length=MOST_PARTS)


#: By the field of a robot and the key of a file, in the order in which they are written.
PARTS: dict[str, PartFormat[Any, Any]] = {
    "motors": PartFormat(motor, motor_lines, motor_in_dh),
    "elastic": PartFormat(elastic_axis, elastic_lines, elastic_in_dh),
    "loops": PartFormat(loop, loop_lines, loop_in_dh),
    "frames": PartFormat(frame, frame_lines, frame_in_dh),
}


def read_parts(file: PartTables, ends: Mapping[str, Pose]) -> dict[str, tuple[Any, ...]]:
    """Field of the robot → its items."""
    return {
        key: tuple(part.read(table, ends) for table in getattr(file, key))
        for key, part in PARTS.items()
    }


def part_lines(robot: Description, frames: DhFrames | None = None) -> list[str]:
    """All lists as text; with `frames`, in those of a D-H table."""
    lines = []
    for key, part in PARTS.items():
        for item in getattr(robot, key):
            said = item if frames is None else part.in_dh(item, frames)
            lines += [] if said is None else part.lines(said)
    return lines
