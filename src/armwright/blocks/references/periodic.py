"""Motions that are sums of sines and cosines."""

from __future__ import annotations

import math
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import casadi as cs
import numpy as np
from numpy.typing import NDArray

from armwright.arrays import Array
from armwright.block.declarations import Table
from armwright.block.quantities import Quantities, Setting
from armwright.blocks.references.excitation import Excitation
from armwright.blocks.references.profile import Number, Progress
from armwright.blocks.references.reference import TabledReference, motion
from armwright.blocks.references.sampling import rows_of_run
from armwright.errors import InputError

#: In continuous time: more sines would take far longer than the arm itself.
MOST = 50
#: Rows worked out at a time, which bounds the memory.
CHUNK = 4096


class Periodic(Excitation):
    """In continuous time its equations; with a rate, they are worked out before the run."""

    def __init__(self, *, rate: float | None = None, **settings: Any) -> None:
        if rate is not None:
            self.declared = MappingProxyType({**self.declared, **TabledReference.of(Table)})
        super().__init__(rate=rate, **settings)

    def equations(self, x: Quantities) -> Mapping[str, cs.SX | float]:
        if self.rate is None:
            return super().equations(x)
        return motion(x.position_table, x.velocity_table, x.acceleration_table)

    def tables(self, setting: Setting) -> Mapping[str, Array]:
        if self.rate is None:
            return {}
        times = setting.period * np.arange(rows_of_run(self.name, setting))
        q, v, a = self.at(times[None], setting)
        return {"position_table": q.T, "velocity_table": v.T, "acceleration_table": a.T}

    def summed(
        self, t: Number, f: float, k: NDArray[np.int64], sine: Array, cosine: Array
    ) -> Progress:
        """Σ sineᵢₖ sin 2πfkt + cosineᵢₖ cos 2πfkt and its derivatives; coefficients (n, K)."""
        w = 2 * math.pi * f * k
        sines = np.stack([sine, -cosine * w, -sine * w**2])
        cosines = np.stack([cosine, sine * w, -cosine * w**2])
        if not isinstance(t, cs.SX):
            parts = np.array_split(t, math.ceil(t.size / CHUNK), axis=1)
            waves = (w[:, None] * part for part in parts)
            sums = [sines @ np.sin(wave) + cosines @ np.cos(wave) for wave in waves]
            return Progress(*np.concatenate(sums, axis=2))
        if len(k) > MOST:
            raise InputError(
                "too many frequencies for a block in continuous time",
                where=f"block '{self.name}'",
                got=len(k),
                expected=f"at most {MOST}, or a rate",
            )
        S, C = cs.sin(cs.SX(w) * t), cs.cos(cs.SX(w) * t)
        return Progress(*(cs.SX(a) @ S + cs.SX(b) @ C for a, b in zip(sines, cosines, strict=True)))
