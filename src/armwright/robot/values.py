"""Immutable values with arrays inside: read-only, comparable, hashable."""

from __future__ import annotations

import dataclasses
import hashlib
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike

from armwright.arrays import Array
from armwright.errors import InputError, shown

_Item = TypeVar("_Item")


def frozen_array(value: ArrayLike, shape: tuple[int, ...], where: str) -> Array:
    """A read-only float64 copy of `value`, refused unless it has `shape` and is finite."""
    try:
        array = np.array(value, dtype=np.float64)
    except (TypeError, ValueError, OverflowError):
        raise InputError(
            "not numbers", where=where, got=shown(value), expected=f"{shape} numbers"
        ) from None
    if array.shape != shape:
        raise InputError("wrong shape", where=where, got=array.shape, expected=shape)
    if not np.isfinite(array).all():
        raise InputError(
            "not finite", where=where, got=shown(array.tolist()), expected="finite numbers"
        )
    array += 0.0  # -0.0 becomes 0.0, so that equal values have equal bytes
    array.setflags(write=False)
    return array


def frozen_unit(value: ArrayLike, where: str) -> Array:
    """A read-only vector of length 1, refused unless `value` is one up to rounding."""
    axis = frozen_array(value, (3,), f"{where} axis")
    length = float(np.linalg.norm(axis))
    if abs(length - 1) > 1e-6:
        raise InputError(
            "axis is not a unit vector",
            where=where,
            got=axis.tolist(),
            expected="length 1",
            hint="Divide the axis by its length.",
        )
    return frozen_array(axis / length, (3,), where)


class FrozenMap(Mapping[str, _Item]):
    """A read-only dict that can be hashed and pickled."""

    def __init__(self, items: Mapping[str, _Item] | None = None) -> None:
        self._items = dict(items or {})

    def __getitem__(self, key: str) -> _Item:
        return self._items[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    def __hash__(self) -> int:
        return hash(frozenset(self._items.items()))

    def __repr__(self) -> str:
        return repr(self._items)


class Value:
    """Base of the frozen dataclasses of this package: equality and hash by content."""

    def _content(self) -> tuple[Any, ...]:
        return tuple(
            (value.shape, value.tobytes()) if isinstance(value, np.ndarray) else value
            for value in (getattr(self, field.name) for field in dataclasses.fields(self))  # type: ignore[arg-type]
        )

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return type(self) is type(other) and self._content() == other._content()

    def __hash__(self) -> int:
        return hash(self._content())

    def fingerprint(self) -> str:
        """Equal content, equal fingerprint, in every process and on every machine."""
        return self._digest

    @cached_property
    def _digest(self) -> str:
        return hashlib.sha256(self._text.encode()).hexdigest()

    @cached_property
    def _text(self) -> str:
        """All that it contains; a changed robot has most of its parts in common with the old."""
        return _tuple_text([repr(type(self).__name__), *map(_text, self._content())])


def _text(value: Any) -> str:
    """What tells all bits of a value, as Python writes nested tuples."""
    if isinstance(value, Value):
        return value._text
    if isinstance(value, Mapping):
        items = sorted(value.items(), key=lambda item: item[0])
        return _tuple_text([_tuple_text([repr(key), _text(item)]) for key, item in items])
    if isinstance(value, tuple):
        return _tuple_text([_text(item) for item in value])
    return repr(value)


def _tuple_text(items: list[str]) -> str:
    return f"({items[0]},)" if len(items) == 1 else f"({', '.join(items)})"
