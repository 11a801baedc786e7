"""Signals of a linear model by name: `motor_torque`, or one element, `motor_torque[joint2]`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from armwright.errors import InputError, shown
from armwright.plant import Plant

_ELEMENT = re.compile(r"(?P<name>[^\[\]]+)\[(?P<element>[^\[\]]+)\]")


@dataclass(frozen=True)
class Chosen:
    """Elements `places` of a signal, and how they are called and counted."""

    signal: str
    places: tuple[int, ...]
    names: tuple[str, ...]
    units: tuple[str, ...]


@dataclass(frozen=True)
class Labels:
    """Names and units of the elements of a vector."""

    names: tuple[str, ...]
    units: tuple[str, ...]

    @staticmethod
    def of(some: Sequence[Chosen]) -> Labels:
        """Of signals one after the other."""
        names = tuple(name for one in some for name in one.names)
        return Labels(names, tuple(unit for one in some for unit in one.units))

    def at(self, places: Sequence[int]) -> Labels:
        """Of some elements only."""
        return Labels(tuple(self.names[k] for k in places), tuple(self.units[k] for k in places))


def labels(plant: Plant, size: str | int) -> tuple[str, ...]:
    """What the elements of a signal of this size stand for; ("",) of a single number."""
    named: Mapping[str, Sequence[str]] = {
        "joint": plant.robot.joint_names,
        "motor": plant.motor_names,
        "elastic": plant.elastic_names,
        "coordinate": [one.name for one in plant.coordinates],
        "friction": [place.label for place in plant.frictions],
        "axis": ("x", "y", "z"),
        "one": ("",),
    }
    if isinstance(size, int):
        return tuple(str(k + 1) for k in range(size)) if size > 1 else ("",)
    return tuple(named[size])


def element_units(plant: Plant, unit: str, size: str | int) -> tuple[str, ...]:
    """rad stands for the coordinate of any joint: m where it slides, and N for N m."""
    if size not in ("joint", "coordinate"):
        return (unit,) * len(labels(plant, size))
    found = []
    for one in plant.coordinates[: len(labels(plant, size))]:
        slides = one.unit == "m"
        found.append(unit.replace("rad", "m").replace("N m", "N") if slides else unit)
    return tuple(found)


def chosen(plant: Plant, wanted: str, signal: str, unit: str, size: str | int) -> Chosen:
    """The elements of a signal that `wanted` asks for: all of them, or the one in brackets."""
    every, units = labels(plant, size), element_units(plant, unit, size)
    _, element = split(wanted)
    places = range(len(every))
    if element:
        places = range(*_range(wanted, element, every))
    names = tuple(f"{signal}[{every[k]}]" if every[k] else signal for k in places)
    return Chosen(signal, tuple(places), names, tuple(units[k] for k in places))


def split(wanted: str) -> tuple[str, str]:
    """The signal, and its element; empty if all are meant."""
    if not isinstance(wanted, str):
        raise InputError("not the name of a signal", where="linearise", got=shown(wanted))
    found = _ELEMENT.fullmatch(wanted)
    return (found["name"], found["element"].strip()) if found else (wanted, "")


def _range(wanted: str, element: str, every: Sequence[str]) -> tuple[int, int]:
    """By its label, or by its number, counted from 1."""
    if element in every:
        place = list(every).index(element)
    elif element.isdecimal() and 1 <= int(element) <= len(every):
        place = int(element) - 1
    else:
        raise InputError(
            "there is no such element",
            where=f"linearise, '{wanted}'",
            got=shown(element),
            expected="one of " + ", ".join(every) + f", or a number from 1 to {len(every)}",
        )
    return place, place + 1
