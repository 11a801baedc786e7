"""Expressions as numbers: of few configurations at once, of many by machine code in lanes."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import cached_property

import casadi as cs
import numpy as np

from armwright.arrays import Array
from armwright.compiler import CompiledFunction, compile_program, make_program

#: Making machine code takes as long as this many evaluations without it, about, of short programs
#: and of long ones.
_MANY = 20_000


class Evaluated:
    """Named matrices of named vectors. Machine code is made when so many configurations have come
    that it pays."""

    def __init__(
        self, name: str, inputs: Mapping[str, cs.SX], outputs: Mapping[str, cs.SX]
    ) -> None:
        self._name = name
        self._shapes = {key: tuple(value.shape) for key, value in outputs.items()}
        self._inputs = {key: symbol for key, symbol in inputs.items() if symbol.shape[0]}
        self._outputs = {key: cs.densify(one) for key, one in outputs.items() if one.numel()}
        self._seen = 0

    @cached_property
    def _single(self) -> cs.Function:
        return cs.Function(self._plain, list(self._inputs.values()), list(self._outputs.values()))

    @cached_property
    def _many(self) -> CompiledFunction:
        return compile_program(make_program(self._name, self._inputs, self._outputs))

    @property
    def _plain(self) -> str:
        return self._name.replace(" ", "_")

    def __call__(self, values: Mapping[str, Array]) -> dict[str, Array]:
        """`values` may have leading dimensions; those that are not given are zero."""
        given = [
            np.asarray(values.get(key, np.zeros(symbol.shape[0])), dtype=np.float64)
            for key, symbol in self._inputs.items()
        ]
        batch = np.broadcast_shapes(*(array.shape[:-1] for array in given))
        rows = math.prod(batch)
        self._seen += rows
        found: dict[str, Array] = {}
        if not self._outputs or not rows:
            results: list[Array] = [np.zeros(0) for _ in self._outputs]
        elif self._seen >= _MANY:
            several = self._many(*given)
            results = list(several) if isinstance(several, tuple) else [several]
        else:
            results = self._one_by_one(given, batch, rows)
        for key, value in zip(self._outputs, results, strict=True):
            found[key] = value.reshape(*batch, *self._shapes[key])
        for key, shape in self._shapes.items():
            found.setdefault(key, np.zeros((*batch, *shape)))
        return found

    def _one_by_one(self, given: list[Array], batch: tuple[int, ...], rows: int) -> list[Array]:
        """(rows, …) of each output."""
        columns = [
            np.broadcast_to(one, (*batch, one.shape[-1])).reshape(rows, -1).T for one in given
        ]
        found = _as_tuple(self._single(*columns))
        sizes = [one.shape for one in self._outputs.values()]
        return [
            np.moveaxis(np.array(one).reshape(height, rows, width), 1, 0)
            for one, (height, width) in zip(found, sizes, strict=True)
        ]


def _as_tuple(value: object) -> tuple[object, ...]:
    return value if isinstance(value, tuple) else (value,)
