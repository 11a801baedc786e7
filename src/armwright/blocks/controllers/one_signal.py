"""Blocks that any signal can go through."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from armwright.block.block import Block
from armwright.block.declarations import Declared, Input, Option, Output, adapted

SIZES = ("motor", "joint", "axis", "one")


class OneSignal(Block):
    """From one signal to another of the same unit and size; `connect` says which ones.

    What the class declares is for motor torques; every block has declarations of its own.
    """

    input = Input("N m", "the signal as it comes")
    output = Output("N m", "the signal as it goes on")
    unit = Option(str, "unit of the signal", default="N m")
    size = Option(str, "what the signal has one element for", default="motor", choices=SIZES)


def for_signal(block: type[OneSignal], unit: str, size: str) -> Mapping[str, Declared]:
    """The declarations of `block` for a signal other than a motor torque."""
    return MappingProxyType(
        {
            name: adapted(
                declared,
                unit=unit if declared.unit == "N m" else None,
                size=size if declared.size == "motor" else None,
            )
            for name, declared in block.declared.items()
        }
    )
