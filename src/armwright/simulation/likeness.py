"""Whether one machine code serves two setups: they may differ in numbers, and in nothing else."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from armwright.block.block import Block
from armwright.block.declarations import Option, Table
from armwright.errors import InputError
from armwright.robot import Robot
from armwright.system.setup import Setup
from armwright.system.system import setting

_FIELDS = ("duration", "tick", "fidelity", "start", "integration", "recording", "elastic", "laws")


def check_same_structure(first: Setup, other: Setup) -> None:
    """Refuses what would run as the first one does."""
    for what in _differences(first, other):
        raise InputError(
            f"runs of a sweep cannot differ in {what}",
            where=f"scenario '{first.name}', sweep",
            hint="Simulate the variants one by one.",
        )


def _differences(first: Setup, other: Setup) -> Iterator[str]:
    yield from (name for name in _FIELDS if getattr(first, name) != getattr(other, name))
    if not _same_geometry(first.robot, other.robot):
        yield "the arm's geometry"
    one, two = (setup.model or setup.robot for setup in (first, other))
    if one is not two and one.fingerprint() != two.fingerprint():
        yield "what the controller knows of the arm"
    if [block.name for block in first.blocks] != [block.name for block in other.blocks]:
        yield "which blocks there are"
        return
    for a, b in zip(first.blocks, other.blocks, strict=True):
        if a is not b and not _same_kind(a, b):
            yield f"rate, connections or options of block '{a.name}'"
        elif a.of(Table) and a.values != b.values and not _same_tables(first, a, other, b):
            yield f"what block '{a.name}' computes before the run"


def _same_geometry(one: Robot, two: Robot) -> bool:
    def geometry(robot: Robot) -> list[object]:
        joints = [(j.name, j.kind, j.parent, j.child, j.origin, j.axis) for j in robot.joints]
        return [robot.tool, *joints, *robot.frames]

    return one is two or repr(geometry(one)) == repr(geometry(two))


def _same_kind(a: Block, b: Block) -> bool:
    options = [[block.values.get(name) for name in block.of(Option)] for block in (a, b)]
    wiring = [(type(block), block.rate, dict(block.connect)) for block in (a, b)]
    return wiring[0] == wiring[1] and repr(options[0]) == repr(options[1])


def _same_tables(first: Setup, a: Block, other: Setup, b: Block) -> bool:
    one, two = a.tables(setting(first, a)), b.tables(setting(other, b))
    return one.keys() == two.keys() and all(np.array_equal(one[k], two[k]) for k in one)
