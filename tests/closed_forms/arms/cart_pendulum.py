"""S2, figure 2.1: a trolley with a rod that stands on it; Kane's equations in the source.

x to the right, θ from the upright, positive to the right; the rod is uniform, `length` long. The
source gives letters only. (2.40) cannot be read with certainty in the scan; the vertical
acceleration of the rod's centre is −l/2 (θ̈ sin θ + θ̇² cos θ), and the scan seems to have cos θ in
both places. (2.46) and (2.47) agree with the sine.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tests.closed_forms.arms.equations import Array, Equations


@dataclass(frozen=True)
class Numbers:
    m_cart: float
    m_rod: float
    length: float
    g: float


def equations(n: Numbers, q: Array, v: Array) -> Equations:
    """S2 (2.46), (2.47); q = (x, θ)."""
    sine, cosine = np.sin(q[1]), np.cos(q[1])
    first = n.m_rod * n.length / 2
    mass = np.array(
        [
            [n.m_cart + n.m_rod, first * cosine],
            [first * cosine, n.m_rod * n.length**2 / 3],
        ]
    )
    return Equations(mass, np.array([-first * sine * v[1] ** 2, -first * n.g * sine]))
