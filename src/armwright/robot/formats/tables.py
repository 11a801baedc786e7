"""What the keys of our TOML files are made of: numbers with units, names, tables."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field

from armwright.robot.formats.common import LARGEST


@dataclass(frozen=True)
class UnitOf:
    """The unit of a field. 'length', 'angle', 'position' and 'size' follow the `[units]` table."""

    name: str


Name = Annotated[str, Field(strict=True, min_length=1, max_length=200)]
TomlText = Annotated[str, Field(strict=True, max_length=20_000)]
TomlNumber = Annotated[float, Field(strict=True, allow_inf_nan=False, ge=-LARGEST, le=LARGEST)]
Flag = Annotated[bool, Field(strict=True)]
Triple = tuple[TomlNumber, TomlNumber, TomlNumber]


class TomlTable(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Units(TomlTable):
    """Units of the lengths and angles in this file; all else is SI."""

    angle: Literal["rad", "deg"] = "rad"
    length: Literal["m", "mm"] = "m"


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
