"""What of a scenario is structure: all that is no number that machine code can take as an input.

Equal structure, equal machine code. Two scenarios are walked side by side, with the paths of the
registry; the numbers of bodies, drives, motors and elastic axes, and parameters of blocks, may
differ. What is not known to be a number counts as structure.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from armwright.block.block import Block
from armwright.block.declarations import Option, Table
from armwright.errors import InputError
from armwright.plant import Plant
from armwright.plant.registry import canonical_leaf, is_number
from armwright.system.setup import Setup
from armwright.system.system import model_of, plant_of, site_of

#: What runs may differ in without another program.
_FREE = ("name", "description", "seed", "spreads")


def check_same_structure(setups: Sequence[Setup], plants: Sequence[Plant]) -> None:
    """Refuses what would run as the first one does; `plants`: those of the setups."""
    for setup, plant in zip(setups[1:], plants[1:], strict=True):
        for what in differences(setups[0], setup, plants[0], plant):
            raise InputError(
                f"runs of a sweep cannot differ in {what}",
                where=f"scenario '{setups[0].name}', sweep",
                hint="Simulate the variants one by one.",
            )


def differences(
    one: Setup, two: Setup, plant: Plant | None = None, other: Plant | None = None
) -> list[str]:
    """Where the structure of two setups differs: paths, or words; laws before the parameters that
    only they have."""
    found = [
        *_of_setups(one, two),
        *_of_arms(plant or plant_of(one), other or plant_of(two)),
        *_of_blocks(one, two),
    ]
    return sorted(found, key=lambda path: not path.endswith(("law", "side")))


def _of_setups(one: Setup, two: Setup) -> Iterator[str]:
    for field in dataclasses.fields(one):
        name = field.name
        a, b = getattr(one, name), getattr(two, name)
        if name in _FREE or name in ("model", "blocks"):
            continue
        if name in ("robot", "frictions"):
            path = "" if name == "robot" else name
            yield from _walked(a, b, path, numbers=True)
        elif name == "integration":
            if a.method != b.method:
                yield "integration.method"
            if a.baumgarte != b.baumgarte:
                yield "integration.baumgarte"
            if a.inertia_steps != b.inertia_steps:
                yield "integration.inertia_steps"
        elif a is not b and a != b:
            yield name
    # Controllers take in whatever they know of the arm.
    models = (one.model or one.robot, two.model or two.robot)
    yield from (f"model.{path}" for path in _walked(*models, "", numbers=False))


def _walked(a: Any, b: Any, path: str, *, numbers: bool) -> Iterator[str]:
    """Leaves that differ; `numbers`: those that machine code can take as inputs may."""
    if a is b:
        return
    parts, others = _parts(a), _parts(b)
    if parts is None or others is None:
        leaf = canonical_leaf(path)
        free = numbers and is_number(leaf, a) and is_number(leaf, b)
        same = np.array_equal(a, b) if isinstance(a, np.ndarray) else a == b
        if not same and not free:
            yield leaf
        return
    for name in dict.fromkeys((*parts, *others)):
        below = f"{path}.{name}" if path else name
        if name in parts and name in others:
            yield from _walked(parts[name], others[name], below, numbers=numbers)
        else:
            yield canonical_leaf(below)


def _parts(value: Any) -> Mapping[str, Any] | None:
    """What a value is made of, by name; None for a leaf."""
    if isinstance(value, Mapping):
        return value
    if isinstance(value, tuple) and value and all(hasattr(one, "name") for one in value):
        return {one.name: one for one in value}
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
    return None


def _of_arms(one: Plant, two: Plant) -> Iterator[str]:
    """What numbers make of an arm: a stiffness of zero is no spring, a ratio of zero no gear."""
    if one.coordinates != two.coordinates:
        yield "the arm's coordinates"
    elif not np.array_equal(one.gears.matrix != 0, two.gears.matrix != 0):
        yield "the arm's gears"
    elif _laws(one) != _laws(two):
        yield "the arm's laws"
    elif one.numbers.keys() != two.numbers.keys():
        yield "what water feels of the arm"
    elif _constraints(one) != _constraints(two):
        yield "which constraints of loops are independent"


def _constraints(plant: Plant) -> tuple[int, ...]:
    structure = plant.arrangement.loop_structure
    return () if structure is None else structure.rows


def _laws(plant: Plant) -> tuple[Any, ...]:
    """Which laws act, and where."""
    return tuple(
        (law.key, law.tangent, tuple((one.name, one.side) for one in law.channels))
        for law in plant.arrangement.laws
    )


def _of_blocks(one: Setup, two: Setup) -> Iterator[str]:
    """Blocks are told apart by what they are and how they are wired."""
    if [block.name for block in one.blocks] != [block.name for block in two.blocks]:
        yield "which blocks there are"
        return
    for a, b in zip(one.blocks, two.blocks, strict=True):
        if a is not b:
            yield from _of_block(one, a, two, b)


def _of_block(one: Setup, a: Block, two: Setup, b: Block) -> Iterator[str]:
    name = f"block '{a.name}'"
    if type(a) is not type(b):
        yield f"the kind of {name}"
        return
    if a.rate != b.rate:
        yield f"the rate of {name}"
    if dict(a.connect) != dict(b.connect):
        yield f"the connections of {name}"
    for option in a.of(Option):
        if a.values.get(option) != b.values.get(option):
            yield f"{a.name}.{option}"
    if a.of(Table) and a.values != b.values and not _same_tables(one, a, two, b):
        yield f"what {name} computes before the run"


def _same_tables(one: Setup, a: Block, two: Setup, b: Block) -> bool:
    tables = [
        block.tables(site_of(setup, plant_of(setup), model_of(setup), block))
        for setup, block in ((one, a), (two, b))
    ]
    same = tables[0].keys() == tables[1].keys()
    return same and all(np.array_equal(tables[0][k], tables[1][k]) for k in tables[0])
