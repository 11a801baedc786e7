"""What several parts of a robot have, in our TOML: poses, inertias, the numbers of a drive.

Of each: what may stand in a file, how it is read, how it is written.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, Protocol

import numpy as np
from pydantic import ConfigDict, Field

from armwright.errors import InputError
from armwright.robot.drive import Drive
from armwright.robot.formats.common import tensor, unit_axis
from armwright.robot.formats.tables import Name, TomlNumber, TomlTable, Triple, UnitOf
from armwright.robot.formats.toml_text import inline, law, number, numbers, string, vector
from armwright.robot.inertia import Inertia
from armwright.robot.motor import Motor
from armwright.robot.pose import Pose, rotation_from_rpy, rpy_from_rotation
from armwright.robot.values import frozen_array


class Origin(TomlTable):
    """A frame in its parent: shifted by xyz, turned by roll, pitch, yaw about fixed axes."""

    xyz: Annotated[Triple, UnitOf("length")] = (0.0, 0.0, 0.0)
    rpy: Annotated[Triple, UnitOf("angle")] = (0.0, 0.0, 0.0)


def pose(origin: Origin) -> Pose:
    return Pose(rotation_from_rpy(origin.rpy), frozen_array(origin.xyz, (3,), "xyz"))


def pose_table(pose: Pose) -> dict[str, str]:
    table = {}
    if pose.translation.any():
        table["xyz"] = vector(pose.translation)
    rpy = rpy_from_rotation(pose.rotation)
    if any(rpy):
        table["rpy"] = vector(rpy)
    return table


Mass = Annotated[TomlNumber | None, UnitOf("kg")]
Moments = Annotated[tuple[TomlNumber, ...], UnitOf("kg m²"), Field(max_length=6)]


class WithMass(Protocol):
    """The table of a body."""

    @property
    def mass(self) -> float | None: ...
    @property
    def centre(self) -> tuple[float, float, float]: ...
    @property
    def inertia(self) -> tuple[float, ...]: ...
    @property
    def model_fields_set(self) -> set[str]: ...


def inertia(table: WithMass, where: str) -> Inertia | None:
    given = {"centre", "inertia"} & table.model_fields_set
    if table.mass is None and given:
        raise InputError(
            f"has {' and '.join(sorted(given))} but no mass", where=where, expected="mass (kg)"
        )
    if len(table.inertia) not in (3, 6):
        raise InputError(
            "inertia has the wrong number of values",
            where=where,
            got=len(table.inertia),
            expected="6 (xx xy xz yy yz zz) or 3 (xx yy zz)",
        )
    if table.mass is None:
        return None
    return Inertia(table.mass, np.array(table.centre), tensor(table.inertia))


def inertia_lines(inertia: Inertia | None) -> list[str]:
    if inertia is None:
        return []
    return [
        f"mass = {number(inertia.mass)}",
        f"centre = {vector(inertia.centre)}",
        f"inertia = {vector(_tensor(inertia))}",
    ]


def _tensor(inertia: Inertia) -> list[float]:
    (xx, xy, xz), (_, yy, yz), (_, _, zz) = inertia.tensor.tolist()
    return [xx, xy, xz, yy, yz, zz] if xy or xz or yz else [xx, yy, zz]


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


class MotorNumbers(TomlTable):
    motor_inertia: Annotated[TomlNumber, UnitOf("kg m²")] = 0.0
    torque_constant: Annotated[TomlNumber | None, UnitOf("N m/A")] = None
    torque_limit: Annotated[TomlNumber | None, UnitOf("N m")] = None
    current_limit: Annotated[TomlNumber | None, UnitOf("A")] = None
    stiffness: Annotated[TomlNumber | None, UnitOf("N m/rad")] = None
    damping: Annotated[TomlNumber | None, UnitOf("N m s/rad")] = None
    friction: DriveFrictionTable | None = None
    spring: SpringTable | None = None
    electrical: dict[Name, TomlNumber] = Field(default={})


class MountingTable(TomlTable):
    """Where a rotor rides: in `link`, about `axis` in the link's axes. The link's mass and inertia
    count the rotor as if it stood still."""

    link: Name | None = None
    axis: Triple = (0.0, 0.0, 1.0)


def mounting(table: MountingTable, ends: Mapping[str, Pose], where: str) -> dict[str, Any]:
    """`ends`: the frames that a file describes links in, each seen from its link."""
    end = ends.get(table.link or "", Pose())
    return {"link": table.link or "", "axis": end.rotation @ unit_axis(table.axis, where)}


def mounting_lines(mounted: Motor | Drive) -> list[str]:
    lines = [f"link = {string(mounted.link)}"] if mounted.link else []
    if mounted.axis.tolist() != [0, 0, 1]:
        lines.append(f"axis = {vector(mounted.axis)}")
    return lines


class DriveTable(MotorNumbers, MountingTable):
    """Motor, gear and friction; on the motor side, always in SI units. The rotor is mounted in
    `link`, about `axis` in the link's axes; the link's mass and inertia count it as if it stood
    still."""

    gear_ratio: Annotated[TomlNumber, UnitOf("1 or 1/m")] = 1.0
    coupling: dict[Name, TomlNumber] = Field(default={})


def drive(table: DriveTable, ends: Mapping[str, Pose], where: str) -> Drive:
    return Drive(
        gear_ratio=table.gear_ratio,
        coupling=table.coupling,
        **motor_numbers(table),
        **mounting(table, ends, where),
    )


def drive_lines(drive: Drive) -> list[str]:
    lines = [f"gear_ratio = {number(drive.gear_ratio)}"]
    if drive.coupling:
        lines.append(f"coupling = {inline(numbers(drive.coupling))}")
    return lines + motor_number_lines(drive) + mounting_lines(drive)


def motor_numbers(table: MotorNumbers) -> dict[str, Any]:
    friction = table.friction or DriveFrictionTable()
    return {
        "motor_inertia": table.motor_inertia,
        "torque_constant": table.torque_constant,
        "friction": friction.model_extra or {},
        "friction_law": friction.law,
        "friction_side": friction.side,
        "spring": (table.spring.model_extra or {}) if table.spring is not None else {},
        "spring_law": "linear" if table.spring is None else table.spring.law,
        "stiffness": table.stiffness,
        "damping": table.damping,
        "torque_limit": table.torque_limit,
        "current_limit": table.current_limit,
        "electrical": table.electrical,
    }


def motor_number_lines(drive: Drive) -> list[str]:
    lines = []
    for key in (
        "motor_inertia",
        "torque_constant",
        "torque_limit",
        "current_limit",
        "stiffness",
        "damping",
    ):
        value = getattr(drive, key)
        if value is not None:
            lines.append(f"{key} = {number(value)}")
    if drive.friction or (drive.friction_law, drive.friction_side) != ("coulomb", "motor"):
        friction = {"law": string(drive.friction_law), "side": string(drive.friction_side)}
        lines.append(f"friction = {inline(friction | numbers(drive.friction))}")
    if drive.spring or drive.spring_law != "linear":
        lines.append(f"spring = {law(drive.spring_law, drive.spring)}")
    if drive.electrical:
        lines.append(f"electrical = {inline(numbers(drive.electrical))}")
    return lines
