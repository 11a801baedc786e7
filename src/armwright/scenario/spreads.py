"""How a value differs between the runs of a sweep."""

from __future__ import annotations

import dataclasses
import re
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from armwright.block.block import Array, Block
from armwright.block.declarations import Parameter
from armwright.errors import InputError
from armwright.robot import Drive, Inertia, Robot

if TYPE_CHECKING:
    from armwright.scenario.scenario import Scenario

_FORM = re.compile(r"(normal\s+)?(±|\+-)?\s*([0-9.eE+-]+)\s*(%?)")


@dataclass(frozen=True)
class Spread:
    """Uniform within ±`width` of the nominal value, or normal with that standard deviation;
    `relative`: `width` is a part of the nominal value."""

    width: float
    relative: bool = True
    normal: bool = False

    @staticmethod
    def parse(text: str, path: str) -> Spread:
        """`5%`, `±0.1`, `normal 5%`, `normal 0.1`."""
        match = _FORM.fullmatch(text.strip())
        try:
            width = float(match[3]) if match else -1.0
        except ValueError:
            width = -1.0
        if match is None or not 0 <= width < np.inf:
            raise InputError(
                "not a spread",
                where=path,
                got=repr(text),
                expected="5%, ±0.1, normal 5% or normal 0.1",
            )
        return Spread(width / 100.0 if match[4] else width, bool(match[4]), bool(match[1]))

    def draw(self, nominal: float, count: int, generator: np.random.Generator) -> Array:
        width = self.width * abs(nominal) if self.relative else self.width
        if self.normal:
            return nominal + width * generator.standard_normal(count)
        return generator.uniform(nominal - width, nominal + width, count)


def samples_of(
    scenario: Scenario, spreads: Mapping[str, Any], count: int, seed: int
) -> dict[str, Array]:
    """The values of every run, by path. What one path draws does not depend on the others."""
    found: dict[str, Array] = {}
    for path, spread in spreads.items():
        for single in expanded(scenario.robot, path):
            if isinstance(spread, str):
                spread = Spread.parse(spread, path)
            if isinstance(spread, Spread):
                generator = np.random.default_rng([seed, zlib.crc32(single.encode())])
                found[single] = spread.draw(nominal(scenario, single), count, generator)
            else:
                _check_variable(scenario, single)
                found[single] = _listed(spread, count, path)
    return found


def _listed(values: Any, count: int, path: str) -> Array:
    try:
        array = np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError):
        array = np.zeros(0)
    if array.shape != (count,):
        raise InputError(
            "not a spread",
            where=path,
            got=f"{len(array)} values" if array.ndim == 1 else repr(values),
            expected=f"a text like '5%', or {count} values, one for each run",
        )
    return array


def expanded(robot: Robot, path: str) -> list[str]:
    """`joints.*.…` means every joint by itself, and so do links."""
    head, *rest = path.split(".")
    if rest and rest[0] == "*":
        joints = list(robot.joint_names)
        links = [link.name for link in robot.links if link.inertia is not None]
        names = joints if head == "joints" else links
        return [".".join([head, name, *rest[1:]]) for name in names]
    return [path]


def nominal(scenario: Scenario, path: str) -> float:
    """The value that the scenario has there."""
    head, *rest = path.split(".")
    value: Any = None
    if head == "joints" and len(rest) >= 2:
        joints = scenario.robot.moving_joints
        names = scenario.robot.joint_names
        number = int(rest[0]) - 1 if rest[0].isdecimal() else -1
        if rest[0] in names:
            number = names.index(rest[0])
        if 0 <= number < len(joints):
            keys = rest[2:] if rest[1] == "drive" else rest[1:]
            value = _inside(joints[number].drive or Drive(), keys)
    elif head == "links" and len(rest) == 2:
        for link in scenario.robot.links:
            if link.name == rest[0] and isinstance(link.inertia, Inertia):
                value = getattr(link.inertia, rest[1], None)
    elif (found := parameter_at(scenario, path)) is not None:
        block, parameter = found
        value = block.values.get(parameter.name, parameter.default)
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise InputError(
            "there is no single number to spread",
            where=path,
            got=repr(value),
            expected="the path of a number, like joints.2.friction.coulomb or links.tool.mass",
        )
    return float(value)


def _check_variable(scenario: Scenario, path: str) -> None:
    """Machine code is made once for all runs of a sweep: only numbers in it can differ."""
    head, *rest = path.split(".")
    robot = head in ("joints", "links", "gravity") and "law" not in rest and "side" not in rest
    if not robot and parameter_at(scenario, path) is None:
        raise InputError(
            "runs of a sweep cannot differ in this",
            where=path,
            expected="numbers of the arm (joints.…, links.…), or parameters of blocks",
            hint="Simulate the variants one by one.",
        )


def parameter_at(scenario: Scenario, path: str) -> tuple[Block, Parameter] | None:
    """The block and its parameter of that path; None if it is something else."""
    head, _, key = path.partition(".")
    single = (scenario.reference, scenario.motor)
    many = (*scenario.controller, *scenario.sensors, *scenario.disturbances)
    for block in (*single, *many, *scenario.compensators, *scenario.others):
        if block is not None and block.name == head:
            for parameter in block.of(Parameter).values():
                if key in (parameter.name, *parameter.keys):
                    return block, parameter
    return None


def _inside(drive: Drive, keys: list[str]) -> Any:
    if not keys or keys[0] not in {field.name for field in dataclasses.fields(drive)}:
        return None
    value: Any = getattr(drive, keys[0])
    return value.get(keys[1]) if len(keys) == 2 and isinstance(value, Mapping) else value
