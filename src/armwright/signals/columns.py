"""What may stand in a columns file, which says what the columns of a log are; the docs' tables come
from these classes.

A value of a column becomes one of a signal in this order: `offset` is added, in the column's own
unit; `sign` and `scale` multiply it; now it is in `unit`, which is turned into SI; a current is
multiplied by `torque_constant` where the signal is a torque; last, `side` takes it through the
gears.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field
from pydantic_core import PydanticCustomError

from armwright.inputs import LONGEST_NAME
from armwright.robot.formats.common import LARGEST, MOST_PARTS
from armwright.robot.formats.tables import Flag, Name, TomlNumber, TomlTable, TomlText


def _texts(given: Any) -> Any:
    return _one_or_more(given, _is_name, "input should be a text, or a list of texts")


def _numbers(given: Any) -> Any:
    return _one_or_more(given, _is_number, "input should be a number, or a list of numbers")


def _one_or_more(given: Any, good: Callable[[object], bool], message: str) -> Any:
    """One message instead of one for each of the two."""
    ones = given if isinstance(given, list | tuple) else (given,)
    if not (0 < len(ones) <= MOST_PARTS and all(map(good, ones))):
        raise PydanticCustomError("one_or_more", message)
    return tuple(given) if isinstance(given, list) else given


def _is_name(one: object) -> bool:
    return isinstance(one, str) and 0 < len(one) <= LONGEST_NAME


def _is_number(one: object) -> bool:
    return isinstance(one, int | float) and not isinstance(one, bool) and abs(one) <= LARGEST


Names = Annotated[tuple[Name, ...], Field(max_length=MOST_PARTS)]
OneOrMoreTexts = Annotated[Name | Names, BeforeValidator(_texts)]
Numbers = Annotated[TomlNumber | tuple[TomlNumber, ...], BeforeValidator(_numbers)]
Positive = Annotated[TomlNumber, Field(gt=0)]
Text = Annotated[str, Field(strict=True, max_length=200)]


class TimeTable(TomlTable):
    """Where the time of a row is from: a column, or a constant rate or period."""

    column: Name | None = None
    unit: Literal["s", "ms", "µs", "us", "ns", "min", "h"] = "s"
    rate: Positive | None = None
    period: Positive | None = None
    start: TomlNumber = 0.0


class CsvTable(TomlTable):
    """How a CSV file is laid out, where it does not show by itself."""

    separator: Annotated[str, Field(strict=True, min_length=1, max_length=1)] | None = None
    decimal: Literal[".", ","] = "."
    skip: Annotated[int, Field(strict=True, ge=0, le=10_000)] = 0
    header: Flag | None = None
    missing: Annotated[tuple[Text, ...], Field(max_length=100)] = ()


class SignalTable(TomlTable):
    """Which columns a signal is made of. Lists have one entry for each column; a single value is
    for all of them."""

    columns: OneOrMoreTexts
    file: Name | None = None
    unit: OneOrMoreTexts | None = None
    offset: Numbers = 0.0
    scale: Numbers = 1.0
    sign: Numbers = 1.0
    counts_per_turn: Numbers | None = None
    torque_constant: Numbers | None = None
    side: Literal["motor", "joint"] | None = None
    dimension: Text | None = None


class ConstantTable(TomlTable):
    """What is known of the whole recording, one number for each element of a dimension."""

    dimension: Text
    values: Annotated[
        tuple[Annotated[float, Field(strict=True)] | Annotated[int, Field(strict=True)], ...],
        Field(max_length=MOST_PARTS),
    ]
    unit: Text = ""
    meaning: Text = ""


class ColumnsFile(TomlTable):
    """`robot` gives the names of joints and motors and the gears, where the keys of that name do
    not."""

    robot: Name | None = None
    joints: Names | None = None
    motors: Names | None = None
    gears: Annotated[tuple[Numbers, ...], Field(max_length=MOST_PARTS)] | None = None
    frictions: dict[Name, Literal["motor", "joint"]] = Field(default={}, max_length=MOST_PARTS)
    labels: dict[Name, Names] = Field(default={}, max_length=MOST_PARTS)
    topic: Name | None = None
    time: TimeTable = TimeTable()
    csv: CsvTable = CsvTable()
    signals: dict[Name, SignalTable] = Field(default={}, max_length=MOST_PARTS)
    constants: dict[Name, ConstantTable] = Field(default={}, max_length=MOST_PARTS)
    ignore: Names = ()
    attributes: dict[Name, TomlText | Flag | int | float] = Field(default={}, max_length=MOST_PARTS)
