"""The registry: every number of a robot's description by its one path, with unit and meaning.

| path | |
|---|---|
| `links.<link>.mass`, `.centre`, `.inertia` | a body as described: what changes keeps the rest |
| `links.<link>.first_moment`, `.inertia_at_origin` | the same body in its linear view |
| `joints.<joint>.translation`, `.rotation` | where the joint's frame is, a correction of its turn |
| `joints.<joint>.drive.…` | the drive: `gear_ratio`, `friction.…`, `spring.…`, … |
| `joints.<joint>.limits.…` | `lower`, `upper`, `velocity`, `effort` |
| `motors.<motor>.…` | a motor of its own: `along.<joint>`, and what a drive has |
| `elastic.<axis>.spring.…`, `.friction.…` | an axis in which the structure gives way |
| `loops.<loop>.first.translation`, `.second.translation` | where its frames are on their links |
| `gravity` | |

`robot.changing` reads and replaces them, and knows their aliases.
"""

from __future__ import annotations

import dataclasses
import math
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from armwright.arrays import Array
from armwright.block.block import Block
from armwright.block.declarations import Parameter
from armwright.laws.catalogue import CATALOGUE
from armwright.multibody.parameters import LINEAR, PHYSICAL
from armwright.robot import Drive, Robot
from armwright.robot.changing import value_at

_DRIVE = {
    "gear_ratio": ("rad/rad", "gear ratio", ""),
    "motor_inertia": ("kg m²", "inertia of the motor", "motor"),
    "torque_constant": ("N m/A", "torque constant", "motor"),
    "stiffness": ("N m/rad", "stiffness of the gear's spring", "motor"),
    "damping": ("N m s/rad", "damping of the gear's spring", "motor"),
    "torque_limit": ("N m", "largest torque", "motor"),
    "current_limit": ("A", "largest current", "motor"),
}
#: Those of a drive that are never negative.
_NOT_NEGATIVE = ("motor_inertia", "stiffness", "damping")
_LIMITS = {
    "lower": ("rad", "lowest position"),
    "upper": ("rad", "highest position"),
    "velocity": ("rad/s", "largest velocity"),
    "effort": ("N m", "largest torque"),
}
_LAWS = re.compile(
    r"(joints\.[^.]+\.drive|motors\.[^.]+|elastic\..+|frictions\.[^.]+\.settings)\..+"
)
_BODIES = re.compile(
    r"links\..+\.(mass|centre|inertia)|joints\..+\.translation|gravity"
    r"|loops\..+\.(first|second)\.translation"
)


@dataclass(frozen=True, eq=False)
class Number:
    """One number of a description, or a few that belong together. `side`: of the gear, where that
    matters; `above` and `at_least` bound what makes sense."""

    path: str
    value: Array
    unit: str
    meaning: str
    side: str = ""
    above: float | None = None
    at_least: float | None = None


def registry(robot: Robot, laws: Iterable[type[Block]] = ()) -> dict[str, Number]:
    """By path; `laws`: those that the robot may name beside armwright's."""
    own = tuple(laws)
    found = (
        *_bodies(robot),
        *_joints(robot, own),
        *(
            number
            for motor in robot.motors
            for number in (
                *(
                    _number(robot, f"motors.{motor.name}.along.{joint}", "rad/rad", "gear ratio")
                    for joint in motor.along
                ),
                *_drive(robot, f"motors.{motor.name}", motor.drive, own),
            )
        ),
        *(
            number
            for axis in robot.elastic
            for number in (
                *law_numbers(
                    f"elastic.{axis.name}.spring", "spring", axis.spring_law, axis.spring, "", own
                ),
                *law_numbers(
                    f"elastic.{axis.name}.friction",
                    "friction",
                    axis.friction_law,
                    axis.friction,
                    "",
                    own,
                ),
            )
        ),
        *(
            _number(
                robot, f"loops.{loop.name}.{end}.translation", "m", "origin in its link's frame"
            )
            for loop in robot.loops
            for end in ("first", "second")
        ),
        _number(robot, "gravity", "m/s²", "acceleration of free fall, base axes"),
    )
    return {number.path: number for number in found}


def _bodies(robot: Robot) -> Iterator[Number]:
    for link in robot.links:
        for part, (unit, meaning) in (*PHYSICAL.items(), *LINEAR.items()):
            least = 0.0 if part == "mass" else None
            path = f"links.{link.name}.{part}"
            value = np.atleast_1d(np.asarray(value_at(robot, path), dtype=np.float64))
            yield Number(path, value, unit, f"{meaning}, of link '{link.name}'", at_least=least)


def _joints(robot: Robot, own: Iterable[type[Block]]) -> Iterator[Number]:
    for joint in robot.joints:
        path = f"joints.{joint.name}"
        yield _number(robot, f"{path}.translation", "m", "origin in the parent link's frame")
        yield _number(robot, f"{path}.rotation", "rad", "correction Rx Ry Rz of the frame")
        if not joint.moves:
            continue
        for key, (unit, meaning) in _LIMITS.items():
            if math.isfinite(getattr(joint.limits, key)):
                yield _number(robot, f"{path}.limits.{key}", unit, meaning)
        if joint.drive is not None or (joint.mimic is None and not joint.passive):
            yield from _drive(robot, f"{path}.drive", joint.drive or Drive(), own)


def _number(robot: Robot, path: str, unit: str, meaning: str, side: str = "") -> Number:
    value = np.atleast_1d(np.asarray(value_at(robot, path), dtype=np.float64))
    owner = path.split(".")[1] if "." in path else ""
    kind = {"joints": "joint", "motors": "motor", "loops": "loop"}.get(path.split(".")[0], "")
    return Number(path, value, unit, f"{meaning}, of {kind} '{owner}'" if kind else meaning, side)


def _drive(robot: Robot, path: str, drive: Drive, own: Iterable[type[Block]]) -> Iterator[Number]:
    for key, (unit, meaning, side) in _DRIVE.items():
        known = getattr(drive, key) is not None
        if known and not (key == "gear_ratio" and path.startswith("motors.")):
            number = _number(robot, f"{path}.{key}", unit, meaning, side)
            least = 0.0 if key in _NOT_NEGATIVE else None
            yield dataclasses.replace(number, at_least=least)
    for joint in drive.coupling:
        yield _number(robot, f"{path}.coupling.{joint}", "rad/rad", "gear ratio")
    for key in drive.electrical:
        yield _number(robot, f"{path}.electrical.{key}", "", key.replace("_", " "), "motor")
    side = drive.friction_side
    yield from law_numbers(
        f"{path}.friction", "friction", drive.friction_law, drive.friction, side, own
    )
    yield from law_numbers(f"{path}.spring", "spring", drive.spring_law, drive.spring, "joint", own)


def law_numbers(
    path: str,
    family: str,
    kind: str,
    given: Mapping[str, float],
    side: str,
    own: Iterable[type[Block]],
) -> Iterator[Number]:
    """What is given of a law; once anything is, what is left at its default, too."""
    law = {one.kind: one for one in own}.get(kind) or CATALOGUE[family].get(kind)
    if not given or law is None:
        return
    owner = path.split(".")[1]
    for parameter in law.of(Parameter).values():
        names = [name for name in parameter.keys if name in given] or [parameter.name]
        for name in names:
            value = given.get(name, parameter.default)
            if isinstance(value, int | float):
                yield Number(
                    f"{path}.{name}",
                    np.array([float(value)]),
                    parameter.unit,
                    f"{parameter.meaning or parameter.name}, of '{owner}'",
                    side,
                    parameter.above,
                    parameter.at_least,
                )


def canonical_leaf(path: str) -> str:
    """The path of a value for where it stands in a description."""
    path = re.sub(r"^links\.(.+)\.inertia\.(mass|centre)$", r"links.\1.\2", path)
    path = re.sub(r"^links\.(.+)\.inertia\.tensor$", r"links.\1.inertia", path)
    path = re.sub(r"^joints\.(.+)\.origin\.translation$", r"joints.\1.translation", path)
    path = re.sub(r"^(loops\..+\.(?:first|second))\.pose\.translation$", r"\1.translation", path)
    return re.sub(r"^motors\.([^.]+)\.drive\.", r"motors.\1.", path)


def is_number(path: str, value: Any) -> bool:
    """Whether what stands at a canonical path is a number that machine code can take as an input;
    what is missing (None) is not."""
    if _BODIES.fullmatch(path):
        return True
    word = path.rpartition(".")[2] in ("law", "side")
    return isinstance(value, float | int) and not word and bool(_LAWS.fullmatch(path))
