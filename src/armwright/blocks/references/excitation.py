"""What motions that excite an arm have in common: they swing about a position, some of them as sums
of sines and cosines.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import casadi as cs
import numpy as np
from numpy.typing import NDArray

from armwright.arrays import Array
from armwright.block.declarations import Option, Table
from armwright.block.quantities import Quantities, Site
from armwright.blocks.references.joint_steps import ROUNDING
from armwright.blocks.references.options import not_negative, unfit
from armwright.blocks.references.profiles import Numeric, Progress, eased, functions
from armwright.blocks.references.reference import Reference, TabledReference, motion, rows_of_run
from armwright.errors import InputError

#: In continuous time: more sines would take far longer than the arm itself.
MOST = 50
#: Rows worked out at a time, which bounds the memory.
CHUNK = 4096


class Excitation(Reference):
    """q = q₀ + w(t) d(t), with exact derivatives. w = 1; or, with a `fade`, it rises from 0 to 1 as
    10x³ − 15x⁴ + 6x⁵, so that the motion begins at rest in q₀ with continuous accelerations, and
    ends so if it ends. Without a fade it begins with the velocity that d has then, and stays where
    it is at the end; before, it waits where it begins.
    """

    centre = Option(
        tuple, "joint positions about which the arm swings; by default zero", default=None
    )
    start_time = Option(float, "when it starts, in s", default=0.0)
    fade = Option(float, "how long it takes to fade in, and out if it ends, in s", default=0.0)

    @property
    def lasting(self) -> float | None:
        """How long, in s; None: for ever."""
        return None

    def deviation(self, t: Numeric, site: Site) -> Progress:
        """d and its derivatives (n, N), at times (1, N) since the start; N = 1 for expressions."""
        raise NotImplementedError

    def equations(self, x: Quantities) -> Mapping[str, cs.SX | float]:
        return motion(*self.at(x.time, x.site))

    def at(self, time: Numeric, site: Site) -> Progress:
        """q and its derivatives (n, N), at times (1, N)."""
        q0 = self.joint_vector("centre", self.centre, site.plant.robot)[:, None]
        start = not_negative(self.name, "start_time", self.start_time, "s")
        fade = not_negative(self.name, "fade", self.fade, "s")
        end = self.lasting
        if end is not None and 2 * fade > end:
            raise unfit(self.name, "fade", self.fade, f"at most {end / 2:g} s, half of it all")
        f, t = functions(time), time - start
        on = t >= -ROUNDING * site.tick
        t = f.fmax(t, 0.0)
        if end is not None:
            on = on * (t < end)
            t = f.fmin(t, end)
        d = self.deviation(t, site)
        if not fade:
            return Progress(q0 + d.position, on * d.velocity, on * d.acceleration)
        w = _window(t, fade, end)
        return Progress(
            q0 + w.position * d.position,
            w.velocity * d.position + w.position * d.velocity,
            w.acceleration * d.position + 2 * w.velocity * d.velocity + w.position * d.acceleration,
        )

    def amplitudes(self, option: str, value: Any, site: Site) -> Array:
        """(n, 1) of the joints, none below zero."""
        found = self.joint_vector(option, value, site.plant.robot)
        if np.any(found < 0):
            raise unfit(self.name, option, value, "at least 0 for each joint")
        return found[:, None]

    def check_rate(self, option: str, highest: float, site: Site) -> None:
        """Samples cannot show frequencies (Hz) above half of their rate."""
        if site.period and not highest < 0.5 / site.period:
            raise unfit(
                self.name,
                option,
                f"frequencies up to {highest:g} Hz",
                f"less than {0.5 / site.period:g} Hz, half of the block's rate",
            )


def _window(t: Numeric, fade: float, end: float | None) -> Progress:
    """w, ẇ and ẅ."""
    f = functions(t)
    x, sign = t, 1
    if end is not None:
        x, sign = f.fmin(t, end - t), 2 * (t < end / 2) - 1
    w = eased(f.fmin(x / fade, 1.0))
    return Progress(w.position, sign * w.velocity / fade, w.acceleration / fade**2)


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

    def tables(self, site: Site) -> Mapping[str, Array]:
        if self.rate is None:
            return {}
        times = site.period * np.arange(rows_of_run(self.name, site))
        q, v, a = self.at(times[None], site)
        return {"position_table": q.T, "velocity_table": v.T, "acceleration_table": a.T}

    def summed(
        self, t: Numeric, f: float, k: NDArray[np.int64], sine: Array, cosine: Array
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
