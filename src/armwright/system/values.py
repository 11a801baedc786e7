"""The numbers of a scenario, and which of them stay inputs of the machine code."""

from __future__ import annotations

from collections.abc import Mapping

import casadi as cs
import numpy as np

from armwright.block.block import Array
from armwright.multibody.spatial import Scalar


class Values:
    """Numbers by key. Those in `free` become elements of one symbol, in the order of the keys."""

    def __init__(self, numbers: Mapping[str, Array], free: frozenset[str] = frozenset()) -> None:
        self.numbers = numbers
        self.places: dict[str, slice] = {}
        end = 0
        for key, value in numbers.items():
            if key in free:
                self.places[key] = slice(end, end + value.size)
                end += value.size
        self.symbol = cs.SX.sym("parameters", end)
        self._elements = cs.vertsplit(self.symbol) if end else []

    def scalars(self, key: str) -> list[Scalar]:
        """Floats, or symbols where the numbers are free."""
        if key in self.places:
            return list(self._elements[self.places[key]])
        return [float(value) for value in self.numbers[key]]

    def column(self, key: str) -> cs.SX:
        return cs.vertcat(*self.scalars(key)) if self.numbers[key].size else cs.SX(0, 1)

    def vector(self, numbers: Mapping[str, Array]) -> Array:
        """The value of the symbol for these numbers."""
        parts = [numbers[key].ravel() for key in self.places]
        return np.concatenate(parts) if parts else np.zeros(0)
