"""Declarations made to fit: the same quantity in another unit, or of another size."""

from __future__ import annotations

from copy import copy
from typing import TypeVar

from armwright.block.declarations import Declared, Size

_Kind = TypeVar("_Kind", bound=Declared)


def adapted(declared: _Kind, *, unit: str | None = None, size: Size | None = None) -> _Kind:
    """A copy; what is not given stays."""
    own = copy(declared)
    own.unit = declared.unit if unit is None else unit
    own.size = declared.size if size is None else size
    return own
