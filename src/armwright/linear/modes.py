"""Modes: the motions x = Re(φ e^(st)) that a linear model can have by itself."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import eig

from armwright.arrays import Array

#: A coordinate names a mode if it has at least this part of the largest share.
_NAMED = 0.3
_MOST_NAMES = 3
#: Poles nearer to zero, compared with the fastest, are rigid motions.
_ZERO = 1e-6


@dataclass(frozen=True, eq=False)
class Mode:
    """`pole` s in 1/s; `frequency` in Hz, of the undamped motion, |s|/2π; `damping`: −Re s/|s|.

    `shape`: of the coordinates (complex; the largest share is 1, in units of the coordinate), and
    `shares`: how much of the motion each has, weighted by the root of its inertia, so that rotors
    and joints, angles and ways can be compared. `name`: the coordinates that move most, and
    `against` those that move the other way.
    """

    pole: complex
    frequency: float
    damping: float
    shape: NDArray[np.complex128]
    shares: Array
    name: str

    @property
    def oscillates(self) -> bool:
        return self.pole.imag != 0

    @property
    def rigid(self) -> bool:
        """Whether it is a drift rather than a vibration."""
        return self.frequency == 0.0


def in_time(poles: NDArray[np.complex128], period: float | None) -> NDArray[np.complex128]:
    """Poles in 1/s: those of samples are z = e^(s period); −∞ where z is zero."""
    if period is None:
        return poles
    found = np.full(poles.shape, -np.inf, dtype=np.complex128)
    alive = poles != 0
    found[alive] = np.log(poles[alive]) / period
    return found


def damping_of(poles: NDArray[np.complex128]) -> Array:
    """−Re s/|s|; 1 of poles at zero and of those infinitely fast, by convention."""
    size = np.abs(poles)
    found: Array = np.ones(size.shape)
    return np.divide(-poles.real, size, out=found, where=(size > 0) & np.isfinite(size))


def modes_of(
    A: Array, names: tuple[str, ...], weights: Array, period: float | None
) -> tuple[Mode, ...]:
    """One of each pair, slowest first. `names`: of the first states, which are the coordinates, or
    of all states; `weights`: roots of their inertias."""
    values, vectors = eig(A)
    values = in_time(values.astype(np.complex128), period)
    fastest = float(np.max(np.abs(values), initial=0.0, where=np.isfinite(values)))
    found = []
    for pole, vector in zip(values, vectors.T, strict=True):
        if abs(pole) <= _ZERO * fastest:
            pole = 0j
        if not np.isfinite(pole) or pole.imag < 0:
            continue  # a state that is forgotten at once, or the other of the pair
        shape, shares = _normed(vector[: len(names)], weights)
        found.append(
            Mode(
                complex(pole),
                float(abs(pole) / (2.0 * np.pi)),
                float(damping_of(np.array([pole]))[0]),
                shape,
                shares,
                _name(shape, shares, names),
            )
        )
    return tuple(sorted(found, key=lambda mode: (mode.frequency, -mode.damping)))


def _normed(shape: NDArray[np.complex128], weights: Array) -> tuple[NDArray[np.complex128], Array]:
    weighted = np.abs(shape) * weights
    if not weighted.any():
        return shape, weighted
    largest = int(np.argmax(weighted))
    return shape / shape[largest], weighted / weighted[largest]


def _name(shape: NDArray[np.complex128], shares: Array, names: tuple[str, ...]) -> str:
    order = [int(k) for k in np.argsort(-shares, kind="stable") if shares[k] >= _NAMED]
    order = order[:_MOST_NAMES]
    along = [names[k] for k in order if shape[k].real >= 0]
    against = [names[k] for k in order if shape[k].real < 0]
    text = ", ".join(along) or "at rest"
    return f"{text} against {', '.join(against)}" if against else text
