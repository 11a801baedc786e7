"""Sums of cosines: random phases with low peaks, or phases that are orthogonal over experiments."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from armwright.arrays import Array
from armwright.blocks.references.options import numbers, positive, unfit
from armwright.errors import InputError

#: Points of the grid for each period of the highest harmonic.
FINE = 16
#: Of the peak: what sticks out further is cut off in a round of clipping; first and last value.
CLIP = (0.75, 0.98)
#: Of a step of the grid: a band may miss a harmonic by this much and still have it.
ROUNDING = 1e-9


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


def orthogonal(
    harmonics: NDArray[np.int64], amplitudes: Array, inputs: int, experiment: int, seed: int
) -> list[Multisine]:
    """Of each input in one of as many experiments as there are inputs, none of them beyond ±1.

    U(k) = D_U T D_φ: T the matrix of the discrete Fourier transform, which is unitary, between
    random phases of the inputs and of the experiments (Pintelon and Schoukens 2012, eq. 3-31;
    Dobrowiecki, Schoukens and Guillaume 2006). Another `seed` is another realisation. An input has
    the same amplitudes in all experiments: those with which its highest peak is 1.
    """
    generator = np.random.default_rng([seed, inputs])
    of_input, of_experiment = generator.uniform(0, 2 * math.pi, (2, inputs, len(harmonics)))
    found = []
    for i in range(inputs):
        waves = [
            Multisine(
                harmonics, amplitudes, of_input[i] + of_experiment[e] + 2 * math.pi * i * e / inputs
            )
            for e in range(inputs)
        ]
        peak = max(wave.peak for wave in waves)
        found.append(Multisine(harmonics, amplitudes / peak, waves[experiment].phases))
    return found


def harmonics_within(
    block: str, period: float, band: Any, count: int | None = None, *, odd: bool = False
) -> NDArray[np.int64]:
    """Multiples of 1/period within the band (Hz), all or `odd` ones: every one, or about `count` of
    them, evenly spread over the logarithm of the frequency."""
    period = positive(block, "period", period, "s")
    expected = "lowest and highest frequency in Hz, more than 0"
    low, high = numbers(block, "band", band, (2,), expected)
    if not 0 < low <= high:
        raise unfit(block, "band", band, expected)
    step = 2 if odd else 1
    first = max(1, math.ceil(low * period - ROUNDING))
    first += odd and first % 2 == 0
    last = math.floor(high * period + ROUNDING)
    if last < first:
        raise InputError(
            "no frequency is in the band",
            where=f"block '{block}'",
            got=f"no {'odd ' * odd}multiple of {1 / period:g} Hz",
            expected="at least one",
            hint="Widen 'band', or set a longer 'period'.",
        )
    every = np.arange(first, last + 1, step)
    if count is None or count >= len(every):
        return every
    if count < 1:
        raise unfit(block, "lines", count, "1 or more")
    # Where lines are sparse, at low frequencies, several wishes fall on one: wish for more.
    for wished in range(count, 20 * count):
        wishes = np.geomspace(first, every[-1], wished)
        places = np.unique(np.rint((wishes - first) / step).astype(np.int64))
        if len(places) >= count:
            found: NDArray[np.int64] = every[places]
            return found
    return every


def checked_experiment(block: str, experiment: int | None, inputs: int) -> int | None:
    """From 0, below the number of inputs; None: there are no experiments."""
    if experiment is not None and not 0 <= experiment < inputs:
        raise unfit(block, "experiment", experiment, f"0 to {inputs - 1}, one for each input")
    return experiment
