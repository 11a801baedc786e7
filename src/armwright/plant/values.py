"""Numbers, and which of them stay inputs of the machine code."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import casadi as cs
import numpy as np

from armwright.arrays import Array
from armwright.multibody.spatial import Scalar


class Values:
    """Numbers by path. Those in `free` become elements of one symbol, in the order of the paths."""

    def __init__(self, numbers: Mapping[str, Array], free: frozenset[str] = frozenset()) -> None:
        self.numbers = numbers
        self.places: dict[str, slice] = {}
        end = 0
        for path, value in numbers.items():
            if path in free:
                self.places[path] = slice(end, end + value.size)
                end += value.size
        self.symbol = cs.SX.sym("parameters", end)
        self._elements = cs.vertsplit(self.symbol) if end else []

    def scalars(self, path: str) -> list[Scalar]:
        """Floats, or symbols where the numbers are free."""
        if path in self.places:
            return list(self._elements[self.places[path]])
        return [float(value) for value in self.numbers[path]]

    def scalar(self, path: str) -> Scalar:
        (value,) = self.scalars(path)
        return value

    def column(self, paths: Iterable[str]) -> cs.SX:
        found = [value for path in paths for value in self.scalars(path)]
        return cs.vertcat(*found) if found else cs.SX(0, 1)

    def vector(self, numbers: Mapping[str, Array]) -> Array:
        """The value of the symbol for these numbers."""
        parts = [numbers[path].ravel() for path in self.places]
        return np.concatenate(parts) if parts else np.zeros(0)
