"""Blocks that measure on either side of the gear."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from armwright.block.adapting import adapted
from armwright.block.block import Block
from armwright.block.declarations import Declared, Input, Option, Output

SIDES = ("joint", "motor")


class Sided(Block):
    """What the class declares is for joints; every block has declarations of its own."""

    side = Option(str, "what is measured: 'joint' or 'motor'", default="joint", choices=SIDES)

    def __init__(self, *, side: str = "joint", **settings: Any) -> None:
        if side in SIDES:
            self.declared = _on(side, self.declared)
        super().__init__(side=side, **settings)


def _on(side: str, declared: Mapping[str, Declared]) -> Mapping[str, Declared]:
    found: dict[str, Declared] = {}
    for name, value in declared.items():
        own = adapted(value, size=side if value.size == "joint" else None)
        if isinstance(own, Input | Output):
            own.signal = own.signal.replace("joint", side)
        found[name] = own
    return MappingProxyType(found)
