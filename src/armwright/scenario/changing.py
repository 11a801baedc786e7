"""Other values for parts of a scenario, by their paths.

`joints.…`, `links.…`, `motors.…`, `elastic.…`, `gravity`: the arm (see `robot.changing`).
`frictions.…`: friction along sums of joints. `model.joints.…`: the arm as its controller knows it.
`reference.…`, `controller.…`, `motor.…`, or the name of a sensor or disturbance: a block's
settings. `fidelity.…`, `start.…`, `integration.…`, `recording.…`, `duration`, `tick`, `seed`.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Mapping
from typing import Any, Literal, TypeVar, get_args, get_type_hints

from armwright.block.block import Block
from armwright.errors import InputError, did_you_mean, shown
from armwright.inputs import check_value
from armwright.plant import ExtraFriction
from armwright.robot.changing import HEADS
from armwright.robot.changing import changed as robot_changed
from armwright.system import Setup
from armwright.system.setup import StepCount

_PARTS = ("fidelity", "start", "integration", "recording")
_LISTS = ("controller", "sensors", "disturbances", "compensators", "others")
_NUMBERS = {"duration": float, "tick": float, "seed": int}
_Part = TypeVar("_Part")
_Changed = TypeVar("_Changed", bound=Setup)


def changed(scenario: _Changed, changes: Mapping[str, Any]) -> _Changed:
    """The scenario with some values replaced, in the order given."""
    for path, value in changes.items():
        check_value(value, path)
    robot = {path: value for path, value in changes.items() if path.split(".")[0] in HEADS}
    if robot:
        model = scenario.model or scenario.robot
        arm = robot_changed(scenario.robot, robot)
        scenario = dataclasses.replace(scenario, robot=arm, model=model)
    for path, value in changes.items():
        if path not in robot:
            scenario = _change(scenario, path, value)
    return scenario


def _change(scenario: _Changed, path: str, value: Any) -> _Changed:
    head, _, rest = path.partition(".")
    if head == "model" and rest:
        try:
            model = robot_changed(scenario.model or scenario.robot, {rest: value})
        except InputError as error:
            raise error.at("model.") from None
        return dataclasses.replace(scenario, model=model)
    if head == "frictions" and rest:
        return _with(scenario, frictions=_frictions(scenario, rest, value, path))
    if head in _NUMBERS and not rest:
        return _with(scenario, **{head: _number(value, path, _NUMBERS[head])})
    if head in _PARTS and rest:
        part = part_with(getattr(scenario, head), rest, value, path)
        return _with(scenario, **{head: part})
    for slot in ("reference", "motor"):
        block = getattr(scenario.blocks, slot)
        if block is not None and rest and head in (slot, block.name):
            return scenario.with_blocks(**{slot: _block(block, rest, value)})
    for slot in _LISTS:
        blocks: tuple[Block, ...] = getattr(scenario.blocks, slot)
        for k, block in enumerate(blocks):
            if rest and block.name == head:
                new = (*blocks[:k], _block(block, rest, value), *blocks[k + 1 :])
                return scenario.with_blocks(**{slot: new})
    raise _unknown(scenario, path, head)


def _frictions(scenario: Setup, rest: str, value: Any, path: str) -> tuple[ExtraFriction, ...]:
    name, _, key = rest.rpartition(".")
    if name not in [one.name for one in scenario.frictions]:
        known = [one.name for one in scenario.frictions]
        raise InputError(
            "no such friction", where=path, got=shown(name), expected="one of " + ", ".join(known)
        )
    number = _number(value, path, float)
    return tuple(
        dataclasses.replace(one, settings={**one.settings, key: number})
        if one.name == name
        else one
        for one in scenario.frictions
    )


def _with(scenario: _Changed, **fields: Any) -> _Changed:
    return dataclasses.replace(scenario, **fields)


def _block(block: Block, key: str, value: Any) -> Block:
    if key == "rate":
        settings = {**block.values}
        return type(block)(name=block.name, rate=value, connect=block.connect, **settings)
    return block.changed({key: value})


def part_with(part: _Part, key: str, value: Any, path: str) -> _Part:
    """A frozen part with one field replaced; the field's type decides what it may be."""
    hints = get_type_hints(type(part))
    if key not in hints:
        raise InputError(
            "unknown key",
            where=path,
            expected="one of " + ", ".join(hints),
            hint=did_you_mean(key, hints),
        )
    if isinstance(value, list):
        value = tuple(value)
    if path == "recording.signals" and isinstance(value, str):
        value = (value,)
    hint = hints[key]
    if hint == StepCount:
        hint = Literal["auto"] if isinstance(value, str) else int
    choices = get_args(hint) if "Literal" in str(hint) else ()
    if choices:
        good = value in choices
    elif hint is bool:
        good = isinstance(value, bool)
    elif hint in (int, float):
        value, good = _number(value, path, hint), True
    else:
        kind: Any = str if "str" in str(hint) else (int, float)
        good = value is None or (
            isinstance(value, tuple)
            and all(isinstance(one, kind) and not isinstance(one, bool) for one in value)
        )
    if not good:
        expected = " or ".join(map(repr, choices)) if choices else _words(hint)
        if hints[key] == StepCount:
            expected = "a whole number, or 'auto'"
        raise InputError("not a valid value", where=path, got=shown(value), expected=expected)
    return dataclasses.replace(part, **{key: value})  # type: ignore[type-var]


def _words(hint: Any) -> str:
    if hint is bool:
        return "true or false"
    return "a list of names" if "str" in str(hint) else "a list of numbers"


def _number(value: Any, path: str, kind: type) -> Any:
    number = not isinstance(value, bool) and isinstance(value, int | float)
    if not number or not math.isfinite(value) or kind(value) != value:
        what = "a whole number" if kind is int else "a number"
        raise InputError("not " + what, where=path, got=shown(value))
    return kind(value)


def _unknown(scenario: Setup, path: str, head: str) -> InputError:
    blocks = [block.name for slot in _LISTS for block in getattr(scenario.blocks, slot)]
    slots = [slot for slot in ("reference", "motor") if getattr(scenario.blocks, slot) is not None]
    known = [*HEADS, "model", *slots, *blocks, *_PARTS, *_NUMBERS]
    return InputError(
        "no such value of the scenario",
        where=path,
        got=shown(head),
        expected="a path that begins with " + ", ".join(dict.fromkeys(known)),
        hint="" if head in known else did_you_mean(head, known),
    )
