"""What may stand in a robot's TOML file; the docs' tables come from these classes.

`tables` has what keys are made of, `pieces` and `parts` hold theirs beside reading and writing.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from armwright.robot.formats.common import MOST_PARTS
from armwright.robot.formats.parts import PartTables
from armwright.robot.formats.pieces import DriveTable, Mass, Moments, Origin
from armwright.robot.formats.tables import (
    Flag,
    Name,
    TomlNumber,
    TomlTable,
    TomlText,
    Triple,
    UnitOf,
    Units,
)


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
    mass: Mass = None
    centre: Annotated[Triple, UnitOf("length")] = (0.0, 0.0, 0.0)
    inertia: Moments = (0.0, 0.0, 0.0)
    shapes: tuple[ShapeTable, ...] = Field(default=(), max_length=MOST_PARTS)
    hull: HullTable | None = None


class LimitsTable(TomlTable):
    lower: Annotated[TomlNumber | None, UnitOf("position")] = None
    upper: Annotated[TomlNumber | None, UnitOf("position")] = None
    velocity: Annotated[TomlNumber | None, UnitOf("position")] = None
    effort: Annotated[TomlNumber | None, UnitOf("N m or N")] = None


class MimicTable(TomlTable):
    """The joint's position is multiplier · position of the other joint + offset, plus that of
    further joints times what `more` says; multipliers are those of positions in rad and m."""

    joint: Name
    multiplier: Annotated[TomlNumber, UnitOf("1, m/rad or rad/m")] = 1.0
    offset: Annotated[TomlNumber, UnitOf("position")] = 0.0
    more: Annotated[dict[Name, TomlNumber], UnitOf("1, m/rad or rad/m")] = Field(default={})


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


class _Tree(TomlTable):
    name: Name
    description: TomlText = ""
    tool: Name | None = None
    gravity: Annotated[Triple | None, UnitOf("m/s²")] = None
    units: Units = Units()
    dh: DhSection | None = None
    links: tuple[LinkTable, ...] = Field(default=(), max_length=MOST_PARTS)
    joints: tuple[JointTable, ...] = Field(default=(), max_length=MOST_PARTS)


class RobotFile(PartTables, _Tree):
    sources: dict[Name, TomlText] = Field(default={})
