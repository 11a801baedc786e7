"""How far a loop is from being unstable: more gain, more phase, more delay."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import brentq, minimize_scalar

from armwright.arrays import Array

#: Frequencies at which crossings are looked for, in each decade.
_PER_DECADE = 400
#: A value with a smaller imaginary part, compared with its size, is real.
_REAL = 1e-9


@dataclass(frozen=True)
class StabilityMargins:
    """Of a loop L that is closed by 1/(1 + L); frequencies in rad/s, NaN where there is none.

    `gain`: the factor that makes the loop unstable, infinite if none does; below 1 if less gain
    does. `phase` in rad. `delay` in s: how much more of it the loop bears. `modulus`: the smallest
    |1 + L|, the inverse of the largest sensitivity.
    """

    gain: float
    gain_frequency: float
    phase: float
    phase_frequency: float
    delay: float
    modulus: float
    modulus_frequency: float


def margins_of(
    loop: Callable[[Array], NDArray[np.complex128]], lowest: float, highest: float
) -> StabilityMargins:
    """`loop`: L(jω) of frequencies in rad/s, looked at between `lowest` and `highest`."""
    count = max(int(_PER_DECADE * math.log10(highest / lowest)), 50)
    w = np.geomspace(lowest, highest, count)
    L = loop(w)

    def value(at: float) -> complex:
        return complex(loop(np.array([at]))[0])

    crossings = _roots(lambda at: math.log(abs(value(at))), w, np.log(np.abs(L)))
    phases = [(_wrapped(np.angle(value(at)) + math.pi), at) for at in crossings]
    turns = _roots(lambda at: value(at).imag, w, L.imag)
    if abs(L[-1].imag) < _REAL * abs(L[-1]):  # as at half the sample rate
        turns.append(float(w[-1]))
    gains = [(-1.0 / value(at).real, at) for at in turns if value(at).real < 0]
    gain, gain_at = min(
        gains, key=lambda pair: abs(math.log(pair[0])), default=(math.inf, math.nan)
    )
    phase, phase_at = min(phases, key=lambda pair: abs(pair[0]), default=(math.inf, math.nan))
    delays = [(angle % (2.0 * math.pi)) / at for angle, at in phases]
    near = int(np.argmin(np.abs(1.0 + L)))
    ends = (w[max(near - 1, 0)], w[min(near + 1, count - 1)])
    best = minimize_scalar(lambda at: abs(1.0 + value(at)), bounds=ends, method="bounded")
    return StabilityMargins(
        gain,
        gain_at,
        phase,
        phase_at,
        min(delays, default=math.inf),
        float(best.fun),
        float(best.x),
    )


def _roots(function: Callable[[float], float], w: Array, values: Array) -> list[float]:
    """Where a function of the frequency changes its sign, from its values at some."""
    signs = np.sign(values)
    places = np.flatnonzero((signs[1:] * signs[:-1] < 0) & np.isfinite(values[1:] + values[:-1]))
    exact = [float(w[k]) for k in np.flatnonzero(signs == 0)]
    return exact + [float(brentq(function, w[k], w[k + 1], xtol=1e-14 * w[k])) for k in places]


def _wrapped(angle: float) -> float:
    """Between −π and π."""
    return (angle + math.pi) % (2.0 * math.pi) - math.pi
