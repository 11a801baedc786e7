"""What may stand in a robot's TOML file; the docs' tables come from these classes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field

from armwright.robot.formats.common import LARGEST, MOST_PARTS


@dataclass(frozen=True)
class UnitOf:
    """The unit of a field. 'length', 'angle', 'position' and 'size' follow the `[units]` table."""

    name: str


Name = Annotated[str, Field(strict=True, min_length=1, max_length=200)]
TomlText = Annotated[str, Field(strict=True, max_length=20_000)]
TomlNumber = Annotated[float, Field(strict=True, allow_inf_nan=False, ge=-LARGEST, le=LARGEST)]
Flag = Annotated[bool, Field(strict=True)]
Triple = tuple[TomlNumber, TomlNumber, TomlNumber]
#: xx xy xz yy yz zz, or the three of the diagonal.
Inertia = Annotated[tuple[TomlNumber, ...], UnitOf("kg m²"), Field(max_length=6)]


class TomlTable(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Units(TomlTable):
    """Units of the lengths and angles in this file; all else is SI."""

    angle: Literal["rad", "deg"] = "rad"
    length: Literal["m", "mm"] = "m"


class Origin(TomlTable):
    """A frame in its parent: shifted by xyz, turned by roll, pitch, yaw about fixed axes."""

    xyz: Annotated[Triple, UnitOf("length")] = (0.0, 0.0, 0.0)
    rpy: Annotated[Triple, UnitOf("angle")] = (0.0, 0.0, 0.0)


class ShapeTable(Origin):
    """Box edges; cylinder radius and length (along z); sphere radius; mesh scale."""

    kind: Literal["box", "cylinder", "sphere", "mesh"]
    size: Annotated[tuple[TomlNumber, ...], UnitOf("size"), Field(max_length=3)] = (1.0, 1.0, 1.0)
    mesh: Name | None = None


class HullTable(TomlTable):
    """What water feels: displaced volume and drag, or a cylinder from start to end."""

    volume: Annotated[TomlNumber, UnitOf("m³")] = 0.0
    centre: Annotated[Triple, UnitOf("length")] = (0.0, 0.0, 0.0)
    drag: Annotated[Triple, UnitOf("N s²/m²")] = (0.0, 0.0, 0.0)
    start: Annotated[Triple, UnitOf("length")] = (0.0, 0.0, 0.0)
    end: Annotated[Triple, UnitOf("length")] = (0.0, 0.0, 0.0)
    radius: Annotated[TomlNumber, UnitOf("length")] = 0.0
    drag_coefficient: TomlNumber = 0.0
    added_mass_coefficient: TomlNumber = 0.0


class LinkTable(TomlTable):
    """A body. The inertia is about the centre of mass, in link axes: xx xy xz yy yz zz, or the
    three of the diagonal."""

    name: Name
    mass: Annotated[TomlNumber | None, UnitOf("kg")] = None
    centre: Annotated[Triple, UnitOf("length")] = (0.0, 0.0, 0.0)
    inertia: Inertia = (0.0, 0.0, 0.0)
    shapes: tuple[ShapeTable, ...] = Field(default=(), max_length=MOST_PARTS)
    hull: HullTable | None = None


class LimitsTable(TomlTable):
    lower: Annotated[TomlNumber | None, UnitOf("position")] = None
    upper: Annotated[TomlNumber | None, UnitOf("position")] = None
    velocity: Annotated[TomlNumber | None, UnitOf("position")] = None
    effort: Annotated[TomlNumber | None, UnitOf("N m or N")] = None


class DriveFrictionTable(TomlTable):
    """The law's parameters stand beside its name, each under the name the law gives it."""

    model_config = ConfigDict(frozen=True, extra="allow")
    __pydantic_extra__: dict[str, TomlNumber]

    law: Name = "coulomb"
    side: Literal["motor", "joint"] = "motor"


class SpringTable(TomlTable):
    """An elasticity that is not linear, on the joint's side; parameters as the law names them."""

    model_config = ConfigDict(frozen=True, extra="allow")
    __pydantic_extra__: dict[str, TomlNumber]

    law: Name


class _MotorNumbers(TomlTable):
    motor_inertia: Annotated[TomlNumber, UnitOf("kg m²")] = 0.0
    torque_constant: Annotated[TomlNumber | None, UnitOf("N m/A")] = None
    torque_limit: Annotated[TomlNumber | None, UnitOf("N m")] = None
    current_limit: Annotated[TomlNumber | None, UnitOf("A")] = None
    stiffness: Annotated[TomlNumber | None, UnitOf("N m/rad")] = None
    damping: Annotated[TomlNumber | None, UnitOf("N m s/rad")] = None
    friction: DriveFrictionTable | None = None
    spring: SpringTable | None = None
    electrical: dict[Name, TomlNumber] = {}


class DriveTable(_MotorNumbers):
    """Motor, gear and friction; on the motor side, always in SI units."""

    gear_ratio: Annotated[TomlNumber, UnitOf("1 or 1/m")] = 1.0
    coupling: dict[Name, TomlNumber] = {}


class MimicTable(TomlTable):
    """The joint's position is multiplier · position of the other joint + offset; the multiplier is
    one of positions in rad and m."""

    joint: Name
    multiplier: Annotated[TomlNumber, UnitOf("1, m/rad or rad/m")] = 1.0
    offset: Annotated[TomlNumber, UnitOf("position")] = 0.0


class JointTable(TomlTable):
    """A joint between two links. Nothing drives a passive one; one that mimics another follows it.
    In a file with a D-H table, a joint that has a row there gives only its limits, its drive,
    `passive` and `mimic` here."""

    name: Name
    kind: Literal["revolute", "prismatic", "fixed"] | None = None
    parent: Name | None = None
    child: Name | None = None
    origin: Origin = Origin()
    axis: Triple = (0.0, 0.0, 1.0)
    limits: LimitsTable = LimitsTable()
    drive: DriveTable | None = None
    passive: Flag = False
    mimic: MimicTable | None = None


class MotorTable(_MotorNumbers):
    """A motor that turns with one or several joints: its position is the sum of ratio · joint
    position. In a file with such motors, joints that neither have a drive nor a motor along them
    are passive. All on the motor side, in SI units. The rotor is mounted in `link`, about `axis`
    in the link's axes."""

    name: Name
    along: Annotated[dict[Name, TomlNumber], UnitOf("1 or 1/m")]
    link: Name | None = None
    axis: Triple = (0.0, 0.0, 1.0)


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
    mass: Annotated[TomlNumber | None, UnitOf("kg")] = None
    centre: Annotated[Triple, UnitOf("length")] = (0.0, 0.0, 0.0)
    inertia: Inertia = (0.0, 0.0, 0.0)


class RowTable(TomlTable):
    """One row of the D-H table. The joint's position is added to theta, or to d if it slides."""

    theta: Annotated[TomlNumber, UnitOf("angle")] = 0.0
    d: Annotated[TomlNumber, UnitOf("length")] = 0.0
    a: Annotated[TomlNumber, UnitOf("length")] = 0.0
    alpha: Annotated[TomlNumber, UnitOf("angle")] = 0.0
    beta: Annotated[TomlNumber, UnitOf("angle")] = 0.0
    kind: Literal["revolute", "prismatic"] = "revolute"
    joint: Name | None = None
    link: Name | None = None


class DhSection(TomlTable):
    """A chain in Denavit and Hartenberg's parameters, from link `base` outwards. `origin` is the
    table's frame 0 in the base link."""

    convention: Literal["standard", "modified"]
    base: Name = "base"
    rows: tuple[RowTable, ...] = Field(min_length=1, max_length=MOST_PARTS)
    origin: Origin = Origin()


class FrameTable(Origin):
    name: Name
    link: Name


class RobotFile(TomlTable):
    name: Name
    description: TomlText = ""
    tool: Name | None = None
    gravity: Annotated[Triple | None, UnitOf("m/s²")] = None
    units: Units = Units()
    dh: DhSection | None = None
    links: tuple[LinkTable, ...] = Field(default=(), max_length=MOST_PARTS)
    joints: tuple[JointTable, ...] = Field(default=(), max_length=MOST_PARTS)
    motors: tuple[MotorTable, ...] = Field(default=(), max_length=MOST_PARTS)
    elastic: tuple[ElasticTable, ...] = Field(default=(), max_length=MOST_PARTS)
    frames: tuple[FrameTable, ...] = Field(default=(), max_length=MOST_PARTS)
    sources: dict[Name, TomlText] = {}


_PartT = TypeVar("_PartT", bound=TomlTable)


def in_si(part: _PartT, units: Units, kind: str | None = None) -> _PartT:
    """The same part with all lengths in m and all angles in rad (defaults have no unit: zeros)."""
    kind = getattr(part, "kind", kind)
    changes: dict[str, Any] = {}
    for name in part.model_fields_set & type(part).model_fields.keys():
        value, info = getattr(part, name), type(part).model_fields[name]
        unit = next((tag.name for tag in info.metadata if isinstance(tag, UnitOf)), "")
        if isinstance(value, TomlTable):
            changes[name] = in_si(value, units, kind)
        elif isinstance(value, tuple) and value and isinstance(value[0], TomlTable):
            changes[name] = tuple(in_si(item, units, kind) for item in value)
        elif value is not None and (factor := _factor(unit, units, kind)) != 1.0:
            changes[name] = _scaled(value, factor)
    return part.model_copy(update=changes)


def _factor(unit: str, units: Units, kind: str | None) -> float:
    if unit == "position":
        unit = "length" if kind == "prismatic" else "angle"
    if unit == "size" and kind != "mesh":
        unit = "length"
    if unit == "length" and units.length == "mm":
        return 1e-3
    if unit == "angle" and units.angle == "deg":
        return 3.141592653589793 / 180
    return 1.0


def _scaled(value: Any, factor: float) -> Any:
    return tuple(x * factor for x in value) if isinstance(value, tuple) else value * factor
