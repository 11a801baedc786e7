"""The filter that references go through."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import casadi as cs
import numpy as np

from armwright.arrays import Array
from armwright.blocks.references.options import positive
from armwright.blocks.references.profiles import Progress

#: S1 5.1: H(s) = 4/(0.05 s² + s + 4).
NATURAL_FREQUENCY = math.sqrt(4 / 0.05)
DAMPING_RATIO = 1 / (2 * math.sqrt(4 * 0.05))
#: Damping ratios as near to 1 as this are taken for 1.
CRITICAL = 1e-7


@dataclass(frozen=True)
class SecondOrder:
    """H(s) = ω²/(s² + 2ζω s + ω²): q̈ = ω² (u − q) − 2ζω q̇. ω in rad/s."""

    natural_frequency: float
    damping_ratio: float

    def step(self, t: cs.SX) -> Progress:
        """What a step of u from 0 to 1 at t = 0 makes of q, q̇ and q̈, for t ≥ 0.

        With β = ω √|ζ² − 1|, C = e^(−ζωt) cos βt, S = e^(−ζωt) sin(βt)/β, for ζ > 1 cosh and sinh:
        q = 1 − C − ζω S, q̇ = ω² S, q̈ = ω² (C − ζω S).
        """
        w, decay = self.natural_frequency, self.damping_ratio * self.natural_frequency
        C, S = self._modes(t, decay)
        return Progress(1 - C - decay * S, w**2 * S, w**2 * (C - decay * S))

    def _modes(self, t: cs.SX, decay: float) -> tuple[cs.SX, cs.SX]:
        beta = self.natural_frequency * math.sqrt(abs(self.damping_ratio**2 - 1))
        if abs(self.damping_ratio - 1) < CRITICAL:
            return cs.exp(-decay * t), cs.exp(-decay * t) * t
        if self.damping_ratio < 1:
            E = cs.exp(-decay * t)
            return E * cs.cos(beta * t), E * cs.sin(beta * t) / beta
        # Two decaying exponentials: e^(−ζωt) cosh βt overflows on its way to zero. The slow pole
        # is the product by the fast one, without the cancellation in ζω − β.
        fast = decay + beta
        slow = self.natural_frequency**2 / fast
        a, b = cs.exp(-slow * t), cs.exp(-fast * t)
        return (a + b) / 2, (a - b) / (2 * beta)

    def filtered(self, u: Array, period: float) -> tuple[Array, Array, Array]:
        """q, q̇ and q̈ (N, n) for u (N, n) at equal distances, straight in between: exact for that.

        It starts at rest at the first value.
        """
        from scipy.linalg import expm  # takes a moment to import

        w, damping = self.natural_frequency, 2 * self.damping_ratio * self.natural_frequency
        # States q, q̇, u and u̇, the last one constant during a period.
        A = np.zeros((4, 4))
        A[0, 1] = A[2, 3] = 1.0
        A[1] = [-(w**2), -damping, w**2, 0.0]
        step: Any = expm(A * period)[:2]
        q, v = np.empty_like(u), np.zeros_like(u)
        q[0] = u[0]
        slope = np.diff(u, axis=0) / period
        for k in range(len(u) - 1):
            q[k + 1], v[k + 1] = step @ np.stack([q[k], v[k], u[k], slope[k]])
        return q, v, w**2 * (u - q) - damping * v


def second_order(block: str, natural_frequency: float, damping_ratio: float) -> SecondOrder:
    """The filter of a block with these options."""
    return SecondOrder(
        positive(block, "natural_frequency", natural_frequency, "rad/s"),
        positive(block, "damping_ratio", damping_ratio),
    )
