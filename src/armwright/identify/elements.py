"""A robot with other numbers, told as the elements of a fit: `links.arm.first_moment[2]`."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Mapping
from typing import Any

import numpy as np

from armwright.arrays import Array
from armwright.robot import Inertia, Link, Robot
from armwright.robot.changing import changed, value_at

#: Parts of a link in which torques are linear, with their places among its ten numbers.
LINK_PARTS = {"mass": (0, 1), "first_moment": (1, 4), "inertia_at_origin": (4, 10)}
_ELEMENT = re.compile(rf"links\.(?P<link>.+)\.(?P<part>{'|'.join(LINK_PARTS)})(\[(?P<place>\d)\])?")
#: One of several numbers at a path, as of a hull's drag.
_ONE_OF = re.compile(r"(?P<path>.+)\[(?P<place>\d+)\]")


def link_elements(link: str) -> list[str]:
    """Its ten, in the order of `Inertia.parameters`."""
    return [
        f"links.{link}.{part}" if last - first == 1 else f"links.{link}.{part}[{k - first}]"
        for part, (first, last) in LINK_PARTS.items()
        for k in range(first, last)
    ]


def is_of_body(element: str) -> bool:
    """Whether it is one of a link's ten inertial numbers."""
    return _ELEMENT.fullmatch(element) is not None


def element_value(robot: Robot, element: str) -> float:
    """0 where the robot says nothing: no friction, no rotor."""
    found = _ELEMENT.fullmatch(element)
    if found is not None:
        return float(_ten(robot.link(found["link"]))[_place(found)])
    if (one := _ONE_OF.fullmatch(element)) is not None:
        return float(value_at(robot, one["path"])[int(one["place"])])
    value = value_at(robot, element)
    if value is None:  # one number for both directions
        value = value_at(robot, _either(element))
    return float(value or 0.0)


def with_elements(robot: Robot, values: Mapping[str, float]) -> Robot:
    """Numbers of links all at once: what lies between, as with a new mass and its new first
    moment, need not make sense."""
    tens: dict[str, Array] = {}
    others: dict[str, Any] = {}
    for element, value in values.items():
        found, one = _ELEMENT.fullmatch(element), _ONE_OF.fullmatch(element)
        if found is None and one is not None:
            several = others.setdefault(one["path"], np.array(value_at(robot, one["path"])))
            several[int(one["place"])] = value
        elif found is None:
            others[element] = float(value)
        else:
            ten = tens.setdefault(found["link"], _ten(robot.link(found["link"])))
            ten[_place(found)] = value
    links = tuple(
        dataclasses.replace(link, inertia=Inertia.from_parameters(tens[link.name]))
        if link.name in tens
        else link
        for link in robot.links
    )
    robot = dataclasses.replace(robot, links=links)
    for path in {_either(element) for element in others} - others.keys():
        if value_at(robot, path) is not None:
            others = _directed(robot, path, others)
    return changed(robot, others)


def _either(element: str) -> str:
    """The name of a friction torque for both directions, of which the element is one."""
    return element.removesuffix("_positive").removesuffix("_negative")


def _directed(robot: Robot, path: str, values: Mapping[str, Any]) -> dict[str, Any]:
    """A whole table of friction in place of single numbers, with one for each direction."""
    table, _, key = path.rpartition(".")
    old = dict(value_at(robot, table))
    both = old.pop(key)
    own = {name.removeprefix(f"{table}."): value for name, value in values.items() if table in name}
    full = {f"{key}_positive": both, f"{key}_negative": both, **old, **own}
    rest = {name: value for name, value in values.items() if table not in name}
    return {**rest, table: full}


def _ten(link: Link) -> Array:
    own = link.inertia or Inertia(0.0, np.zeros(3), np.zeros((3, 3)))
    return np.array(own.parameters)


def _place(found: re.Match[str]) -> int:
    return LINK_PARTS[found["part"]][0] + int(found["place"] or 0)
