"""Sums of cosines with low peaks."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from armwright.arrays import Array

#: Points of the grid for each period of the highest harmonic.
FINE = 16
#: Of the peak: what sticks out further is cut off in a round of clipping; first and last value.
CLIP = (0.75, 0.98)


@dataclass(frozen=True, eq=False)
class Multisine:
    """m = Σ cₖ cos(2πkt/T + φₖ); `harmonics` k, `amplitudes` c and `phases` φ, each (K,)."""

    harmonics: NDArray[np.int64]
    amplitudes: Array
    phases: Array

    @property
    def samples(self) -> Array:
        """One period on a fine grid."""
        size = _grid(self.harmonics)
        spectrum = np.zeros(size // 2 + 1, dtype=np.complex128)
        spectrum[self.harmonics] = self.amplitudes * np.exp(1j * self.phases) * size / 2
        return np.fft.irfft(spectrum, size)

    @cached_property
    def peak(self) -> float:
        """No |m| is larger; the largest is up to 2 % smaller. By 1/cos(πk/M) at most does a
        trigonometric polynomial of degree k exceed its largest value on M points (Ehlich and Zeller
        1964)."""
        samples = self.samples
        return float(np.abs(samples).max()) / math.cos(
            math.pi * int(self.harmonics.max()) / len(samples)
        )

    @property
    def crest_factor(self) -> float:
        """Peak by root mean square: √2 for a single cosine, and as `peak` up to 2 % too large."""
        return self.peak / math.sqrt(float(self.amplitudes @ self.amplitudes) / 2)


def with_low_peaks(
    harmonics: NDArray[np.int64], amplitudes: Array, generator: np.random.Generator, rounds: int
) -> Multisine:
    """Random phases, then by clipping in turns (van der Ouderaa, Schoukens and Renneboog 1988):
    peaks are cut off, and of what is left only the phases are kept. The best of all rounds."""
    phases = generator.uniform(0, 2 * math.pi, len(harmonics))
    best = found = Multisine(harmonics, amplitudes, phases)
    for part in np.linspace(*CLIP, rounds):
        samples = found.samples
        level = part * np.abs(samples).max()
        spectrum: Any = np.fft.rfft(np.clip(samples, -level, level))
        found = Multisine(harmonics, amplitudes, np.angle(spectrum[harmonics]))
        if found.peak < best.peak:
            best = found
    return best


def _grid(harmonics: NDArray[np.int64]) -> int:
    """A power of two, for the Fourier transform."""
    return 1 << math.ceil(math.log2(FINE * int(harmonics.max())))
