"""Every number of a scenario by its path: those of its robot, and the parameters of its blocks.

`model.…` is the robot that the controller believes in; a block goes by its name.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Mapping
from fnmatch import fnmatchcase
from typing import Any

import numpy as np

from armwright.block.block import Assembly, Block
from armwright.block.declarations import Parameter
from armwright.errors import InputError, did_you_mean
from armwright.plant import ExtraFriction
from armwright.plant.registry import Number, is_number, law_numbers, registry
from armwright.robot import Robot
from armwright.robot.changing import HEADS, canonical, expanded, value_at
from armwright.system import Setup, numbers

#: What is no number of the machine code, and changes nothing about it.
_NO_STRUCTURE = ("seed", "integration.steps", "integration.tolerance")
EXPECTED = "the path of a number, like joints.2.friction.coulomb or links.tool.mass"


def number_at(scenario: Setup, path: str) -> Number:
    """The number at a path, or at an alias of it."""
    found = _found(scenario, path)
    if found is None:
        known = [one.replace(".drive.", ".") for one in every_number(scenario)]
        hint = did_you_mean(path, known, cutoff=0.8)
        raise InputError("there is no such number", where=path, expected=EXPECTED, hint=hint)
    return found


def _found(scenario: Setup, path: str) -> Number | None:
    head, _, rest = path.partition(".")
    if head in HEADS:
        return _of_robot(scenario, path, "")
    if head == "model":
        return _of_robot(scenario, rest, "model.")
    if head == "frictions":
        return _of_friction(scenario, path)
    at = parameter_at(scenario, path)
    return None if at is None else _of_block(scenario, *at, path)


def every_number(scenario: Setup) -> list[str]:
    """The paths of all numbers that the scenario states and that machine code can take as
    inputs. What a law or a drive has by default is not among them: with a number of its own there
    it would be of another structure."""
    of_robot = [
        path
        for path in _registry(scenario.robot, scenario.laws)
        if is_number(path, 0.0) and said(scenario, path) and _stated(scenario.robot, path)
    ]
    of_frictions = [
        number.path
        for one in scenario.frictions
        for number in _numbers_of(scenario, one)
        if number.path.rpartition(".")[2] in one.settings
    ]
    of_blocks = [
        f"{block.name}.{parameter.name}"
        for block in _blocks(scenario)
        for parameter in block.of(Parameter).values()
        if said(scenario, f"{block.name}.{parameter.name}")
    ]
    return [*of_robot, *of_frictions, *of_blocks]


def matching(scenario: Setup, wanted: Iterable[str]) -> list[str]:
    """The paths of numbers that names, aliases and patterns (`controller.*`) stand for, each
    once."""
    found: dict[str, None] = {}
    every: list[str] | None = None
    for pattern in wanted:
        hits: list[str] = []
        if any(letter in pattern for letter in "*?["):
            every = every_number(scenario) if every is None else every
            hits = [path for path in every if fnmatchcase(path, pattern)]
        for path in hits or expanded(scenario.robot, pattern):
            found[number_at(scenario, path).path] = None
    return list(found)


def one_name(scenario: Setup, path: str) -> str:
    """The same for all aliases of a path of the robot; other paths have none."""
    try:
        in_robot = path.partition(".")[0] in HEADS
        return canonical(scenario.robot, path) if in_robot else path
    except InputError:
        return path


def said(scenario: Setup, path: str) -> bool:
    """Whether there is a number at a path."""
    try:
        return _found(scenario, path) is not None
    except InputError:
        return False


def may_hold_number(scenario: Setup, path: str) -> bool:
    """Whether a number that machine code can take as an input has its place there, even if the
    scenario says nothing about it."""
    head = path.partition(".")[0]
    if head in HEADS:
        return is_number(canonical(scenario.robot, path), 0.0)
    return head == "frictions" or parameter_at(scenario, path) is not None


def changes_numbers(scenario: Setup, changes: Mapping[str, Any]) -> bool:
    """Whether changes are of numbers alone, of the seed or of how many steps there are: of what
    machine code can take as inputs, as far as one sees without looking at the values."""
    return all(
        path in _NO_STRUCTURE
        or (not isinstance(value, str | Mapping) and may_hold_number(scenario, single))
        for path, value in changes.items()
        for single in expanded(scenario.robot, path)
    )


def _of_robot(scenario: Setup, path: str, prefix: str) -> Number | None:
    robot = (scenario.model or scenario.robot) if prefix else scenario.robot
    try:
        name = canonical(robot, path)
    except InputError:
        return None
    found = _registry(robot, scenario.laws).get(name)
    return None if found is None else dataclasses.replace(found, path=prefix + name)


#: The registry that was asked for last: mostly the next question is about the same robot. Replaced
#: as a whole, so that threads need no lock.
_last: tuple[Robot, tuple[type[Block], ...], dict[str, Number]] | None = None


def _registry(robot: Robot, laws: tuple[type[Block], ...]) -> dict[str, Number]:
    global _last
    last = _last
    if last is None or last[0] is not robot or last[1] != laws:
        _last = last = (robot, laws, registry(robot, laws))
    return last[2]


def _of_friction(scenario: Setup, path: str) -> Number | None:
    for one in scenario.frictions:
        for number in _numbers_of(scenario, one):
            if number.path == path:
                return number
    return None


def _numbers_of(scenario: Setup, one: ExtraFriction) -> Iterator[Number]:
    where = f"frictions.{one.name}"
    return law_numbers(where, "friction", one.law, one.settings, "joint", scenario.laws)


def _stated(robot: Robot, path: str) -> bool:
    """Whether there is a value at a canonical path, and no default in place of it."""
    head, *rest = path.split(".")
    if head == "joints" and rest[1] == "drive" and robot.joint(rest[0]).drive is None:
        return False
    return value_at(robot, path) is not None


def parameter_at(scenario: Setup, path: str) -> tuple[Block, Parameter] | None:
    """The block and its parameter of that path; None if it is something else."""
    head, _, key = path.partition(".")
    for block in _blocks(scenario):
        if block.name == head:
            for parameter in block.of(Parameter).values():
                if key in (parameter.name, *parameter.keys):
                    return block, parameter
    return None


def _blocks(scenario: Setup) -> list[Block]:
    """As the scenario has them, assemblies whole."""
    blocks = scenario.blocks
    single = (blocks.reference, blocks.motor)
    many = (*blocks.controller, *blocks.sensors, *blocks.disturbances)
    every = (*single, *many, *blocks.compensators, *blocks.others)
    return [block for block in every if block is not None]


def fed(block: Block, parameter: Parameter, key: str) -> list[str]:
    """The numbers of the scenario (see `system.numbers`) that a block's parameter gives."""
    keys = parameter.keys if key == parameter.name else (key,)
    parts = block.parts() if isinstance(block, Assembly) else (block,)
    return [
        f"{part.name}.{one}"
        for part in parts
        for declared in part.of(Parameter).values()
        for one in declared.keys
        if one in keys
    ]


def _of_block(scenario: Setup, block: Block, parameter: Parameter, path: str) -> Number:
    """One number if the scenario gives one for all elements, otherwise all of them."""
    key = path.partition(".")[2]
    table = numbers(scenario)
    found = [table[name].tolist() for name in fed(block, parameter, key)]
    if any(value != found[0] for value in found):
        ends = " and ".join(f"{block.name}.{one}" for one in parameter.keys)
        raise InputError("it differs for the two directions of motion", where=path, expected=ends)
    several = isinstance(block.values.get(key), list) or len(set(found[0])) > 1
    value = np.array(found[0] if several else found[0][:1])
    meaning = f"{parameter.meaning or parameter.name}, of '{block.name}'"
    above, least = parameter.above, parameter.at_least
    return Number(path, value, parameter.unit, meaning, above=above, at_least=least)
