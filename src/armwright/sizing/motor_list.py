"""Lists of motors and gears, from a TOML file or a file of columns."""

from __future__ import annotations

import csv
import io
import math
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import BeforeValidator, Field

from armwright.arrays import Array
from armwright.errors import InputError
from armwright.inputs import check_name, read_text
from armwright.robot.formats.tables import Name, TomlNumber, TomlTable, TomlText, UnitOf
from armwright.robot.formats.toml import LARGEST_FILE, checked, validated

#: Motors or gears of one list.
MOST = 10_000
#: Units that catalogues use, by how a key ends.
SCALES = {"_rpm": math.pi / 30, "_kg_cm2": 1e-4}


@dataclass(frozen=True)
class ListedMotor:
    """All on the motor's side of the gear, N m, rad/s, kg m², kg, N m/A.

    The peak torque is there up to `base_speed` and falls to nothing at `maximum_speed`, as in the
    block `torque_speed_limit`; `continuous_torque` is what it can give for any time, by its heat.
    """

    name: str
    peak_torque: float
    continuous_torque: float
    maximum_speed: float
    rotor_inertia: float
    mass: float
    base_speed: float | None = None
    torque_constant: float | None = None

    def __post_init__(self) -> None:
        where = f"motor '{self.name}'"
        check_name(self.name, "motor", "motor list")
        for what in ("peak_torque", "continuous_torque", "maximum_speed", "rotor_inertia", "mass"):
            _check_positive(where, what, getattr(self, what))
        for what in ("base_speed", "torque_constant"):
            if getattr(self, what) is not None:
                _check_positive(where, what, getattr(self, what))
        pairs = (
            ("continuous_torque", self.continuous_torque, "peak_torque", self.peak_torque),
            ("base_speed", self.full_torque_speed, "maximum_speed", self.maximum_speed),
        )
        for low, small, high, large in pairs:
            if small > large:
                raise InputError(
                    f"{low} is above {high}",
                    where=where,
                    got=f"{small:g} and {large:g}",
                    hint="Are they exchanged, or in other units?",
                )

    @property
    def full_torque_speed(self) -> float:
        """Up to which it has its peak torque."""
        return self.maximum_speed if self.base_speed is None else self.base_speed

    def most_torque(self, velocity: Array) -> Array:
        """The largest torque in the direction of a velocity ≥ 0, u(ω) of `torque_speed_limit`."""
        width = max(self.maximum_speed - self.full_torque_speed, 1e-9 * self.maximum_speed)
        share = np.clip((self.maximum_speed - velocity) / width, 0.0, 1.0)
        return np.asarray(self.peak_torque * share)


@dataclass(frozen=True)
class ListedGear:
    """`ratio`: turns of the motor for one of a revolute joint; rad/m for a slide. `peak_torque` on
    the joint's side, N m or N. `inertia` on the motor's side, kg m². `mass` in kg."""

    name: str
    ratio: float
    kind: Literal["revolute", "prismatic"] = "revolute"
    peak_torque: float = math.inf
    inertia: float = 0.0
    mass: float = 0.0

    def __post_init__(self) -> None:
        where = f"gear '{self.name}'"
        check_name(self.name, "gear", "motor list")
        if not (math.isfinite(self.ratio) and self.ratio != 0):
            raise InputError("ratio", where=where, got=self.ratio, expected="a number, but not 0")
        if not self.peak_torque > 0:
            raise InputError(
                "peak_torque", where=where, got=self.peak_torque, expected="more than 0"
            )
        for what in ("inertia", "mass"):
            if not 0 <= getattr(self, what) < math.inf:
                raise InputError(
                    what, where=where, got=getattr(self, what), expected="a number, 0 or more"
                )


@dataclass(frozen=True)
class MotorList:
    """What there is to choose from. Without gears, those of the robot stay."""

    motors: tuple[ListedMotor, ...]
    gears: tuple[ListedGear, ...] = ()
    source: str = ""

    def __post_init__(self) -> None:
        if not self.motors:
            raise InputError("has no motor", where=self.source or "motor list")
        for what, names in (
            ("motors", [motor.name for motor in self.motors]),
            ("gears", [gear.name for gear in self.gears]),
        ):
            twice = [name for name in names if names.count(name) > 1]
            if twice:
                raise InputError(
                    f"two {what} have the same name",
                    where=self.source or "motor list",
                    got=repr(twice[0]),
                )


def read_motors(path: str | os.PathLike[str]) -> MotorList:
    """A `.toml` file with `[[motors]]` and perhaps `[[gears]]`, or a `.csv` file of motors with
    the names of the keys in its first line. Numbers are SI; `maximum_speed_rpm`, `base_speed_rpm`
    and `rotor_inertia_kg_cm2` may stand for the SI ones."""
    path = Path(path)
    text = read_text(path, LARGEST_FILE)
    if path.suffix.lower() == ".csv":
        file = checked({"motors": _rows(text, str(path))}, MotorListFile, str(path))
    elif path.suffix.lower() == ".toml":
        file = validated(text, MotorListFile, str(path))
    else:
        raise InputError(
            "not a list of motors",
            where=str(path),
            got=f"suffix '{path.suffix}'",
            expected=".toml or .csv",
        )
    motors = tuple(ListedMotor(**row.model_dump()) for row in file.motors)
    gears = tuple(ListedGear(**row.model_dump(exclude_none=True)) for row in file.gears)
    return MotorList(motors, gears, str(path))


def _in_si(row: Any) -> Any:
    """Keys that end in a unit become SI; a key that is there twice is left to be refused."""
    if not isinstance(row, Mapping):
        return row
    found: dict[Any, Any] = {}
    for key, value in row.items():
        for end, scale in SCALES.items():
            plain = str(key).removesuffix(end)
            number = isinstance(value, int | float) and not isinstance(value, bool)
            if plain != key and plain not in row and number:
                key, value = plain, scale * value
        found[key] = value
    return found


_Positive = Annotated[TomlNumber, Field(gt=0)]


class ListedMotorTable(TomlTable):
    """A motor of a list; all on the motor's side of the gear."""

    name: Name
    peak_torque: Annotated[_Positive, UnitOf("N m")]
    continuous_torque: Annotated[_Positive, UnitOf("N m")]
    maximum_speed: Annotated[_Positive, UnitOf("rad/s")]
    rotor_inertia: Annotated[_Positive, UnitOf("kg m²")]
    mass: Annotated[_Positive, UnitOf("kg")]
    base_speed: Annotated[_Positive | None, UnitOf("rad/s")] = None
    torque_constant: Annotated[_Positive | None, UnitOf("N m/A")] = None


class ListedGearTable(TomlTable):
    """A gear of a list; for a slide, `ratio` is in rad/m and `peak_torque` in N."""

    name: Name
    ratio: TomlNumber
    kind: Literal["revolute", "prismatic"] = "revolute"
    peak_torque: Annotated[_Positive | None, UnitOf("N m or N")] = None
    inertia: Annotated[TomlNumber, Field(ge=0), UnitOf("kg m²")] = 0.0
    mass: Annotated[TomlNumber, Field(ge=0), UnitOf("kg")] = 0.0


class MotorListFile(TomlTable):
    """Everything that may stand in the file."""

    description: TomlText = ""
    motors: tuple[Annotated[ListedMotorTable, BeforeValidator(_in_si)], ...] = Field(
        min_length=1, max_length=MOST
    )
    gears: tuple[ListedGearTable, ...] = Field(default=(), max_length=MOST)


def _rows(text: str, where: str) -> list[dict[str, Any]]:
    """Cells that are numbers become numbers; empty ones are left out."""
    rows: list[dict[str, Any]] = []
    reader = csv.reader(io.StringIO(text))
    try:
        head = [name.strip() for name in next(reader, [])]
        for line, cells in enumerate(reader, 2):
            if not any(cell.strip() for cell in cells):
                continue
            if len(cells) != len(head):
                raise InputError(
                    f"line {line} has another number of cells than the first",
                    where=where,
                    got=len(cells),
                    expected=len(head),
                )
            pairs = zip(head, map(str.strip, cells), strict=True)
            rows.append({key: _cell(key, cell) for key, cell in pairs if cell})
    except csv.Error as error:
        raise InputError(f"not a file of columns: {error}", where=where) from None
    return rows


def _cell(key: str, cell: str) -> Any:
    if key == "name":
        return cell
    try:
        return float(cell)
    except ValueError:
        return cell


def _check_positive(where: str, what: str, value: float) -> None:
    if not 0 < value < math.inf:
        raise InputError(what, where=where, got=value, expected="a number, more than 0")
