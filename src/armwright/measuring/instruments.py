"""What instruments make of a signal: raw columns, as their files have them.

Each turns true values (samples, size) into what it shows, and says in the words of a columns file
how that becomes the signal again.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol

import numpy as np

from armwright.arrays import Array

_TURN = 2 * math.pi


class Instrument(Protocol):
    """`cutoff`: of the filter before it (Hz), if there is one. `shown`: the raw values. `meaning`:
    keys of a signal's table in a columns file."""

    @property
    def cutoff(self) -> float | None: ...

    def shown(self, values: Array, rng: np.random.Generator) -> Array: ...

    def meaning(self) -> dict[str, Any]: ...


@dataclass(frozen=True)
class Counter:
    """An encoder and its counter card, from the moment at which it is configured: a position in
    counts, as an integer of so many bits that begins again at its end.  S2, 4.2: 24 bits."""

    counts_per_turn: float
    bits: int = 24
    cutoff: ClassVar[None] = None

    def shown(self, values: Array, rng: np.random.Generator) -> Array:
        counts = np.floor(values * (self.counts_per_turn / _TURN) + 0.5)
        half = 2.0 ** (self.bits - 1)
        wrapped: Array = np.mod(counts + half, 2 * half) - half
        return wrapped

    def meaning(self) -> dict[str, Any]:
        return {"unit": "counts", "counts_per_turn": self.counts_per_turn}


@dataclass(frozen=True)
class Converter:
    """A transducer and a converter of so many bits for ±`volts`. The transducer shows `per_volt` of
    the signal as 1 V, with an `offset` (V) and `noise` (V, standard deviation). Without a filter
    (`cutoff`), what the signal does between samples shows as slow motions that are not there.

    S2, 4.2: 12 bits; a Hall sensor of 20 A/V with the wire led N times through it, 20/N A/V.
    """

    per_volt: float
    unit: str
    volts: float = 10.0
    bits: int = 12
    offset: float = 0.0
    noise: float = 0.0
    cutoff: float | None = None

    @property
    def count(self) -> float:
        """Volts."""
        return 2.0 * self.volts / 2.0**self.bits

    def shown(self, values: Array, rng: np.random.Generator) -> Array:
        volts = values / self.per_volt + self.offset + self.noise * rng.normal(size=values.shape)
        counts = np.floor(volts / self.count + 0.5)
        most = 2.0 ** (self.bits - 1)
        within: Array = np.clip(counts, -most, most - 1) * self.count
        return within

    def meaning(self) -> dict[str, Any]:
        return {"unit": self.unit, "offset": -self.offset, "scale": self.per_volt}


@dataclass(frozen=True)
class TrackerHead:
    """Where a target is, in mm, with noise (m, standard deviation) on each axis.

    S2, 4.4: 0.1 mm.
    """

    noise: float = 1e-4
    cutoff: ClassVar[None] = None

    def shown(self, values: Array, rng: np.random.Generator) -> Array:
        millimetres: Array = 1e3 * (values + self.noise * rng.normal(size=values.shape))
        return np.round(millimetres, 4)

    def meaning(self) -> dict[str, Any]:
        return {"unit": "mm"}
