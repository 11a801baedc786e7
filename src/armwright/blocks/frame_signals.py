"""Inputs of blocks that are about a frame of the arm, which a setting of the block names."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from armwright.block.declarations import Declared, Input, adapted

#: Stands for the arm's tool in the names of signals.
TOOL = "tool"


def about_frame(declared: Mapping[str, Declared], frame: str) -> MappingProxyType[str, Declared]:
    """Inputs with a signal like `rotation of` are about the frame; about the tool, if it is
    empty."""
    return MappingProxyType({name: _about(value, frame) for name, value in declared.items()})


def _about(declared: Declared, frame: str) -> Declared:
    if not (isinstance(declared, Input) and declared.signal.endswith(" of")):
        return declared
    own = adapted(declared)
    own.signal = f"{declared.signal} {frame or TOOL}"
    return own
