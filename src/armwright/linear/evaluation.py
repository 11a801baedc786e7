"""Expressions as numbers: of one configuration at once, of many by machine code in lanes."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

import casadi as cs
import numpy as np

from armwright.arrays import Array
from armwright.compiler import CompiledFunction, compile_program, make_program


class Evaluated:
    """Named matrices of named vectors. Making machine code takes longer than one evaluation: it is
    made when many configurations come first."""

    def __init__(
        self, name: str, inputs: Mapping[str, cs.SX], outputs: Mapping[str, cs.SX]
    ) -> None:
        self._name = name
        self._shapes = {key: tuple(value.shape) for key, value in outputs.items()}
        self._inputs = {key: symbol for key, symbol in inputs.items() if symbol.shape[0]}
        self._outputs = {key: cs.densify(one) for key, one in outputs.items() if one.numel()}

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
        found: dict[str, Array] = {}
        if not self._outputs:
            results: list[Array] = []
        elif batch:
            several = self._many(*given)
            results = list(several) if isinstance(several, tuple) else [several]
        else:
            several = self._single(*given)
            results = [np.array(one) for one in _as_tuple(several)]
        for key, value in zip(self._outputs, results, strict=True):
            found[key] = value.reshape(*batch, *self._shapes[key])
        for key, shape in self._shapes.items():
            found.setdefault(key, np.zeros((*batch, *shape)))
        return found


def _as_tuple(value: object) -> tuple[object, ...]:
    return value if isinstance(value, tuple) else (value,)
