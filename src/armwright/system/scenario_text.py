"""A setup as the text of a scenario's file that needs no other: robots and tables are in it."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from armwright.block.block import Block
from armwright.blocks.catalogue import CATALOGUE
from armwright.errors import InputError
from armwright.plant import ExtraFriction
from armwright.robot.formats.toml_text import any_value, as_key, numbers
from armwright.robot.formats.toml_write import table_lines

if TYPE_CHECKING:
    from armwright.system.setup import Setup

#: Places of blocks: in a setup, in a file, and the family that a file does not say there.
_SINGLE = ("reference", "motor")
_LISTS = {
    "controller": ("controller", "controller"),
    "sensors": ("sensors", "sensor"),
    "disturbances": ("disturbances", "disturbance"),
    "compensators": ("compensators", "compensator"),
    "others": ("blocks", ""),
}


def scenario_text(setup: Setup, spreads: Mapping[str, str] | None = None) -> str:
    """What `load_scenario` reads back as it is. `spreads`: by path, as a file says them."""
    _check_own_code(setup)
    lines = [
        f"name = {any_value(setup.name)}",
        *([f"description = {any_value(setup.description)}"] if setup.description else []),
        *(f"{key} = {any_value(getattr(setup, key))}" for key in ("duration", "tick", "seed")),
    ]
    for key in ("fidelity", "start", "integration", "recording"):
        part = getattr(setup, key)
        values = {one.name: getattr(part, one.name) for one in dataclasses.fields(part)}
        lines += ["", f"[{key}]", *_items(values)]
    for slot in _SINGLE:
        block = getattr(setup.blocks, slot)
        if block is not None:
            lines += ["", f"[{slot}]", *_block_items(setup, block, slot)]
    for slot, (key, family) in _LISTS.items():
        for block in getattr(setup.blocks, slot):
            lines += ["", f"[[{key}]]", *_block_items(setup, block, family)]
    for friction in setup.frictions:
        lines += ["", "[[frictions]]", *_friction_items(friction)]
    if spreads:
        lines += ["", "[spreads]", *_items(spreads)]
    lines += ["", *table_lines(setup.robot, "robot")]
    if setup.model is not None:
        lines += ["", *table_lines(setup.model, "model.robot")]
    return "\n".join(lines) + "\n"


def _items(values: Mapping[str, Any]) -> Iterator[str]:
    for key, value in values.items():
        if value is not None:
            yield f"{as_key(key)} = {any_value(value)}"


def _block_items(setup: Setup, block: Block, family: str) -> Iterator[str]:
    found = _family(block)
    if found is None or (family and CATALOGUE[family].get(block.kind) is not type(block)):
        raise _refusal(setup, f"block '{block.name}'")
    own: dict[str, Any] = {} if family else {"family": found}
    own |= {"kind": block.kind, "name": block.name, "rate": block.rate}
    yield from _items({**own, "connect": dict(block.connect) or None, **block.whole()})


def _family(block: Block) -> str | None:
    kinds = ((family, kinds.get(block.kind)) for family, kinds in CATALOGUE.items())
    return next((family for family, kind in kinds if kind is type(block)), None)


def _friction_items(friction: ExtraFriction) -> Iterator[str]:
    yield from _items({"name": friction.name, "law": friction.law, "along": friction.along})
    yield from (f"{as_key(key)} = {value}" for key, value in numbers(friction.settings).items())


def _check_own_code(setup: Setup) -> None:
    if setup.laws:
        raise _refusal(setup, f"law '{setup.laws[0].kind or setup.laws[0].__name__}'")


def _refusal(setup: Setup, what: str) -> InputError:
    return InputError(
        f"{what} is written in Python, which no file holds",
        where=f"scenario '{setup.name}'",
        expected="blocks and laws that come with armwright",
    )
