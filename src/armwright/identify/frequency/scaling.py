"""How numbers are searched for: as nominal · eˣ (S4 4.8), which keeps their signs; coupling entries
of a spring matrix, which may have either sign or begin at zero, as nominal + x √(kᵢᵢ kⱼⱼ).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from armwright.arrays import Array
from armwright.errors import InputError

#: Numbers are searched for within this factor of the nominal ones; couplings up to where two
#: springs would be one.
_FAR, _COUPLED = 1e3, 0.999
_ENTRY = re.compile(r"(?P<path>spring_matrices\..+)\[(?P<place>\d+)\]")


@dataclass(frozen=True, eq=False)
class NumberScaling:
    """`sizes`: of those that are added to, √(kᵢᵢ kⱼⱼ); 0 of those that are multiplied."""

    nominal: Array
    sizes: Array

    @classmethod
    def of(cls, elements: Sequence[str], nominal: Array) -> NumberScaling:
        sizes = np.zeros(len(elements))
        for path in {found["path"] for one in elements if (found := _ENTRY.fullmatch(one))}:
            places = [k for k, one in enumerate(elements) if one.startswith(f"{path}[")]
            # Entries on and above the diagonal, row by row.
            n = round((np.sqrt(8 * len(places) + 1) - 1) / 2)
            entries = list(zip(*np.triu_indices(n), strict=True))
            own = {int(i): nominal[k] for k, (i, j) in zip(places, entries, strict=True) if i == j}
            for k, (i, j) in zip(places, entries, strict=True):
                if i != j:
                    sizes[k] = np.sqrt(max(own[int(i)] * own[int(j)], 0.0))
        if np.any((nominal == 0) & (sizes == 0)):
            raise InputError(
                "a number to be found begins at zero",
                where=elements[int(np.argmax((nominal == 0) & (sizes == 0)))],
                expected="a guess of its size: it is searched for as guess · eˣ",
            )
        return cls(nominal, sizes)

    @property
    def bounds(self) -> tuple[Array, Array]:
        """Of x, the lowest and the highest."""
        added = self.sizes > 0
        offset = np.divide(self.nominal, self.sizes, out=np.zeros_like(self.sizes), where=added)
        low = np.where(added, np.minimum(-_COUPLED - offset, -1e-9), -np.log(_FAR))
        return low, np.where(added, np.maximum(_COUPLED - offset, 1e-9), np.log(_FAR))

    def values(self, x: Array) -> Array:
        found: Array = np.where(
            self.sizes > 0, self.nominal + self.sizes * x, self.nominal * np.exp(x)
        )
        return found

    def slopes(self, x: Array) -> Array:
        """∂value/∂x."""
        found: Array = np.where(self.sizes > 0, self.sizes, self.nominal * np.exp(x))
        return found
