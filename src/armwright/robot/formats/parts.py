"""The lists of a robot beside its links and joints, in our TOML: motors, elastic axes and so on.

Of each: what may stand in a file, how it is read, how it is written, and how it is said in the
frames of a D-H table. `schema`, `build` and the writers go through `PartTables` and `PARTS`: a new
part needs nothing else in this folder.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, Generic, Literal, TypeVar

import numpy as np
from pydantic import ConfigDict, Field

from armwright.arrays import Array
from armwright.errors import InputError
from armwright.robot.drive import Drive
from armwright.robot.elastic import FOUNDATION, ElasticAxis, ElasticPlace
from armwright.robot.formats.common import MOST_PARTS, unit_axis
from armwright.robot.formats.dh_frames import DhFrames, is_here
from armwright.robot.formats.pieces import (
    Mass,
    Moments,
    MotorNumbers,
    MountingTable,
    Origin,
    inertia,
    inertia_lines,
    motor_number_lines,
    motor_numbers,
    mounting,
    mounting_lines,
    pose,
    pose_table,
)
from armwright.robot.formats.tables import Flag, Name, TomlNumber, TomlTable, Triple, UnitOf
from armwright.robot.formats.toml_text import inline, law, number, numbers, string, vector
from armwright.robot.gear_train import HOUSING, Gear, GearTrain, Shaft
from armwright.robot.links import Frame
from armwright.robot.loop import LoopClosure, LoopEnd, LoopKind
from armwright.robot.model import Description
from armwright.robot.motor import Motor
from armwright.robot.pose import Pose
from armwright.robot.shaft import shaft_stiffness
from armwright.robot.spring_matrix import SpringMatrix

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


class MotorTable(MotorNumbers, MountingTable):
    """A motor that turns with one or several joints: its position is the sum of ratio · joint
    position; one of a gear train may leave `along` out. In a file with such motors, joints that
    neither have a drive nor a motor along them are passive. All on the motor side, in SI units. The
    rotor is mounted in `link`, about `axis` in the link's axes; the link's mass and inertia count
    it as if it stood still."""

    name: Name
    along: Annotated[dict[Name, TomlNumber], UnitOf("1 or 1/m")] = Field(default={})


def motor(table: MotorTable, ends: Mapping[str, Pose]) -> Motor:
    place = mounting(table, ends, f"motor '{table.name}'")
    return Motor(table.name, table.along, Drive(**motor_numbers(table)), **place)


def motor_lines(motor: Motor) -> list[str]:
    lines = ["", "[[motors]]", f"name = {string(motor.name)}"]
    lines.append(f"along = {inline(numbers(motor.along))}")
    return lines + mounting_lines(motor) + motor_number_lines(motor.drive)


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


Whole = Annotated[int, Field(strict=True, gt=0, le=100_000)]
MatrixRows = Annotated[
    tuple[Annotated[tuple[TomlNumber, ...], Field(max_length=MOST_PARTS)], ...],
    Field(max_length=MOST_PARTS),
]


class SpringMatrixTable(TomlTable):
    """Springs that are coupled: forces = stiffness · deflections + damping · their rates. `springs`
    are elastic axes, or motors (on the motor's side), without a spring of their own. The matrices
    are symmetric and positive semidefinite, row by row in the order of `springs`, in SI units."""

    name: Name
    springs: tuple[Name, ...] = Field(max_length=MOST_PARTS)
    stiffness: Annotated[MatrixRows, UnitOf("N m/rad, N/m or N")]
    damping: Annotated[MatrixRows, UnitOf("N m s/rad, N s/m or N s")] = ()


def spring_matrix(table: SpringMatrixTable, ends: Mapping[str, Pose]) -> SpringMatrix:
    where = f"spring matrix '{table.name}'"
    matrices = [_square(rows, where) for rows in (table.stiffness, table.damping)]
    return SpringMatrix(table.name, table.springs, *matrices)


def _square(rows: Sequence[Sequence[float]], where: str) -> Array:
    lengths = {len(row) for row in rows}
    if lengths - {len(rows)}:
        raise InputError(
            "the rows of a matrix are not as long as there are rows",
            where=where,
            got=f"rows of {sorted(lengths)} numbers",
            expected=f"{len(rows)} rows of {len(rows)}",
        )
    return np.array(rows, dtype=np.float64)


def spring_matrix_lines(one: SpringMatrix) -> list[str]:
    lines = ["", "[[spring_matrices]]", f"name = {string(one.name)}"]
    lines.append(f"springs = [{', '.join(string(name) for name in one.springs)}]")
    for key in ("stiffness", "damping"):
        if np.any(matrix := getattr(one, key)):
            lines += [f"{key} = [", *(f"  {vector(row)}," for row in matrix), "]"]
    return lines


def spring_matrix_in_dh(one: SpringMatrix, frames: DhFrames) -> SpringMatrix:
    return one


class GearTable(TomlTable):
    """Two wheels in mesh: z₁ (ω₁ − ω_arm) = −z₂ (ω₂ − ω_arm); alike: +z₂, as of a wheel inside a
    ring. Sun and ring of a planetary gear turn against each other. The wheel "housing" is fixed."""

    wheels: tuple[Name, Name]
    teeth: tuple[Whole, Whole]
    arm: Name = HOUSING
    alike: Flag = False


class ShaftTable(TomlTable):
    """A shaft that twists between two wheels: its stiffness, or length and diameters, of steel.
    Files that are written have the stiffness."""

    name: Name
    start: Name
    end: Name
    stiffness: Annotated[TomlNumber | None, UnitOf("N m/rad")] = None
    length: Annotated[TomlNumber | None, UnitOf("length")] = None
    outer: Annotated[TomlNumber | None, UnitOf("length")] = None
    inner: Annotated[TomlNumber, UnitOf("length")] = 0.0
    damping: Annotated[TomlNumber, UnitOf("N m s/rad")] = 0.0


class GearTrainTable(TomlTable):
    """Gears from their parts, between motors and joints (name → the wheel that turns with it), all
    angles seen from the housing. Motors of a train may leave `along` out: the teeth say it."""

    name: Name
    motors: dict[Name, Name]
    joints: dict[Name, Name]
    gears: tuple[GearTable, ...] = Field(default=(), max_length=MOST_PARTS)
    shafts: tuple[ShaftTable, ...] = Field(default=(), max_length=MOST_PARTS)
    inertia: Annotated[dict[Name, TomlNumber], UnitOf("kg m²")] = Field(default={})


def gear_train(table: GearTrainTable, ends: Mapping[str, Pose]) -> GearTrain:
    return GearTrain(
        table.name,
        table.motors,
        table.joints,
        tuple(Gear(g.wheels, g.teeth, g.arm, g.alike) for g in table.gears),
        tuple(_shaft(one, f"gear train '{table.name}'") for one in table.shafts),
        table.inertia,
    )


def _shaft(table: ShaftTable, where: str) -> Shaft:
    where, stiffness = f"{where}, shaft '{table.name}'", table.stiffness
    sized = table.length is not None and table.outer is not None
    if (stiffness is None) != sized:
        raise InputError(
            "has both a stiffness and dimensions, or neither",
            where=where,
            expected="stiffness, or length and outer (and inner)",
        )
    if table.length is not None and table.outer is not None:
        stiffness = shaft_stiffness(table.length, table.outer, table.inner)
    assert stiffness is not None
    return Shaft(table.name, table.start, table.end, stiffness, table.damping)


def gear_train_lines(train: GearTrain) -> list[str]:
    lines = ["", "[[gear_trains]]", f"name = {string(train.name)}"]
    for key in ("motors", "joints"):
        wheels = {name: string(wheel) for name, wheel in getattr(train, key).items()}
        lines.append(f"{key} = {inline(wheels)}")
    lines += ["gears = [", *(f"  {inline(_gear_items(gear))}," for gear in train.gears), "]"]
    lines += ["shafts = ["]
    for shaft in train.shafts:
        items = {key: string(getattr(shaft, key)) for key in ("name", "start", "end")}
        items |= {key: number(getattr(shaft, key)) for key in ("stiffness", "damping")}
        lines.append(f"  {inline(items)},")
    return [*lines, "]", f"inertia = {inline(numbers(train.inertia))}"]


def _gear_items(gear: Gear) -> dict[str, str]:
    items = {
        "wheels": f"[{', '.join(map(string, gear.wheels))}]",
        "teeth": vector(gear.teeth),
        "arm": string(gear.arm),
    }
    return items | ({"alike": "true"} if gear.alike else {})


def gear_train_in_dh(train: GearTrain, frames: DhFrames) -> GearTrain:
    return train


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
    spring_matrices: tuple[SpringMatrixTable, ...] = Field(default=(), max_length=MOST_PARTS)
    gear_trains: tuple[GearTrainTable, ...] = Field(default=(), max_length=MOST_PARTS)
    frames: tuple[FrameTable, ...] = Field(default=(), max_length=MOST_PARTS)


#: By the field of a robot and the key of a file, in the order in which they are written.
PARTS: dict[str, PartFormat[Any, Any]] = {
    "motors": PartFormat(motor, motor_lines, motor_in_dh),
    "elastic": PartFormat(elastic_axis, elastic_lines, elastic_in_dh),
    "loops": PartFormat(loop, loop_lines, loop_in_dh),
    "spring_matrices": PartFormat(spring_matrix, spring_matrix_lines, spring_matrix_in_dh),
    "gear_trains": PartFormat(gear_train, gear_train_lines, gear_train_in_dh),
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
