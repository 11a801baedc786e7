"""Linear filters of first and second order, in continuous time or sampled.

A sampled filter is the continuous one by the bilinear transform s = K (1 − z⁻¹)/(1 + z⁻¹),
K = ω₀/tan(ω₀h/2) (Tustin 1947; Franklin, Powell and Workman 1998, section 6.1): stable for every
period h, without delay, and exact at ω₀. Either way a filter is two lines in what it keeps (the
observer form, or transposed direct form II):

    y = b₀ u + w₁,    w₁' = b₁ u − a₁ y + w₂,    w₂' = b₂ u − a₂ y,

where w' is the time derivative, or the value at the next sample.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

import casadi as cs
import numpy as np

from armwright.arrays import Array
from armwright.block.declarations import Declared, Memory, State
from armwright.block.quantities import Quantities, Site
from armwright.errors import InputError

Coefficient: TypeAlias = cs.SX | float


@dataclass(frozen=True)
class Transfer:
    """(b₀ s + b₁)/(s + a₁) or (b₀ s² + b₁ s + b₂)/(s² + a₁ s + a₂); `exact_at`: ω₀ in rad/s."""

    b: tuple[Coefficient, ...]
    a: tuple[Coefficient, ...]
    exact_at: cs.SX

    def sampled(self, period: float) -> Transfer:
        """In z⁻¹ instead of 1/s."""
        K = self.exact_at / cs.tan(0.5 * period * self.exact_at)
        first, *denominator = _bilinear((1.0, *self.a), K)
        b = tuple(value / first for value in _bilinear(self.b, K))
        return Transfer(b, tuple(value / first for value in denominator), self.exact_at)


def _bilinear(p: tuple[Coefficient, ...], K: cs.SX) -> tuple[Coefficient, ...]:
    """A polynomial in s, highest power first, times (1 + z⁻¹)ⁿ, in powers of z⁻¹."""
    if len(p) == 2:
        return p[0] * K + p[1], p[1] - p[0] * K
    square = p[0] * K**2
    return square + p[1] * K + p[2], 2.0 * (p[2] - square), square - p[1] * K + p[2]


def kept(order: int, unit: str, size: str, *, sampled: bool) -> dict[str, Declared]:
    """What a filter keeps: states, or memories if it is sampled."""
    found: dict[str, Declared] = {}
    for k in range(1, order + 1):
        meaning = f"w{'₁₂'[k - 1]}, the filter's past"
        if sampled:
            found[_place(k)] = Memory(unit, meaning, size=size)
        else:
            own = unit if k == 1 else f"{unit or '1'}/s"
            found[_place(k)] = State(own, meaning, size=size, linear=order == 1)
        found[_place(k)].name = _place(k)
    return found


def filtered(transfer: Transfer, x: Quantities) -> Mapping[str, cs.SX | float]:
    """The results of a block that passes `input` through the filter to `output`."""
    own = transfer.sampled(x.period) if x.period else transfer
    order, u = len(own.a), x.input
    past = [getattr(x, _place(k)) for k in range(1, order + 1)]
    y = own.b[0] * u + past[0]
    results = {"output": y}
    for k, following in enumerate([*past[1:], 0.0], start=1):
        results[_place(k)] = own.b[k] * u - own.a[k - 1] * y + following
    return results


def check_below_half_rate(name: str, key: str, frequency: Array, site: Site) -> None:
    """A sampled filter cannot tell frequencies beyond half of its rate."""
    if site.period and np.any(frequency * site.period >= 0.5):
        raise InputError(
            f"'{key}' is too high for the block's rate",
            where=f"block '{name}'",
            got=f"{frequency.tolist()} Hz at {1.0 / site.period:g} Hz",
            expected=f"less than {0.5 / site.period:g} Hz",
        )


def _place(k: int) -> str:
    return f"past_{k}"
