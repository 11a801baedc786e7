"""Friction laws on the bench, ways to move them, and Maxwell slip once more, step by small step."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

import numpy as np

from armwright.laws.friction import Friction
from armwright.report.friction.examples import EXAMPLES
from armwright.report.friction.free_motion import FreeMotion, free_motion
from armwright.report.friction.rig import Bench, rig

Array = np.ndarray
NUMBERS = {example.kind: dict(example.numbers) for example in EXAMPLES}


def bench(kind: str, laws: Sequence[type[Friction]] = (), **numbers: float) -> Bench:
    """The law with these numbers alone; without any, with those of the gallery."""
    return Bench(rig(kind, numbers or NUMBERS[kind], laws=tuple(laws)))


def stateless(kind: str) -> bool:
    return not bench(kind).part.stateful


@cache
def motion(kind: str) -> FreeMotion:
    """How a mass moves with the law, its numbers those of the gallery."""
    return free_motion(next(example for example in EXAMPLES if example.kind == kind))


def walk(seed: int, steps: int, step: float, reach: float, fastest: float) -> Array:
    """(steps,) velocities of a closed way: sines and jumps, slow and fast, within `reach` m."""
    rng = np.random.default_rng(seed)
    t = np.arange(steps) / steps
    x = sum(rng.normal() * np.sin(2 * np.pi * (k * t + rng.uniform())) / k for k in range(1, 9))
    v = np.gradient(x) * np.exp(np.cumsum(rng.normal(size=steps)) * 0.05)
    jumps = np.repeat(rng.choice([0.0, 0.1, 1.0, -1.0], size=steps // 50 + 1), 50)[:steps]
    v = v * jumps
    v -= v.mean()
    way = np.ptp(np.cumsum(v)) * step
    v *= min(reach / way, fastest / np.abs(v).max())
    return v


def work(found: Bench, velocity: Array, step: float) -> Array:
    """(N,) what went into the contact since the beginning, J."""
    return np.cumsum(found.torque(velocity, step) * velocity) * step


class Slips(NamedTuple):
    """Maxwell slip by Euler steps, element by element. S4 (2.19)-(2.21), C_i = C ν_i/σ_i."""

    coulomb: float
    static: float
    stribeck_velocity: float
    attraction: float
    shares: Sequence[float]
    stiffness: Sequence[float]

    def torque(self, velocity: Array, step: float, fine: int = 50) -> Array:
        """(N,) at the ends of the steps."""
        z = [0.0] * len(self.shares)
        slipping = [False] * len(self.shares)
        last, found = 0.0, []
        for v in velocity:
            s = np.sign(v)
            if s != last:
                slipping = [False] * len(self.shares)
            last = s
            dry = self.static - self.coulomb
            g = self.coulomb + dry * np.exp(-((v / self.stribeck_velocity) ** 2))
            for i, (nu, sigma) in enumerate(zip(self.shares, self.stiffness, strict=True)):
                limit = nu * g / sigma
                for _ in range(fine):
                    slipping[i] = slipping[i] or (s != 0 and s * z[i] >= limit)
                    rate = self.attraction * nu / sigma * (s - z[i] / limit) if slipping[i] else v
                    z[i] += rate * step / fine
            found.append(float(np.dot(self.stiffness, z)))
        return np.array(found)
