"""Many cosines at once, with random phases and low peaks, to measure frequency responses with."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from armwright.arrays import Array
from armwright.block.declarations import Option
from armwright.block.quantities import Site
from armwright.blocks.references.excitation import Periodic
from armwright.blocks.references.options import not_negative, numbers, positive, unfit
from armwright.blocks.references.profiles import Numeric, Progress
from armwright.errors import InputError

#: Points of the grid for each period of the highest harmonic.
FINE = 16
#: Of the peak: what sticks out further is cut off in a round of clipping; first and last value.
CLIP = (0.75, 0.98)
#: By which power of its number a harmonic's amplitude falls, so that this is flat.
FALLS = {"position": 0, "velocity": 1, "acceleration": 2}
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


class RandomMultisine(Periodic):
    """dᵢ = Aᵢ Σₖ cₖ cos(2πkt/T + φᵢₖ) / pᵢ, pᵢ such that no |dᵢ| exceeds Aᵢ; it has the period T.

    Pintelon and Schoukens 2012, section 5.2. Phases φ are random, other ones for each joint, then
    changed by clipping in turns for a low crest factor; `crest_factors` tells them. They depend on
    the seed and on the number of the joint, and on nothing else.
    """

    kind = "multisine"

    amplitude = Option(tuple, "A: the largest deviation of each joint")
    period = Option(float, "T, in s")
    band = Option(tuple, "lowest and highest frequency in Hz: all multiples of 1/T in between")
    flat = Option(str, "what has a flat spectrum", default="velocity", choices=tuple(FALLS))
    spectrum = Option(
        tuple, "c: an amplitude for each frequency instead, in any unit", default=None
    )
    seed = Option(int, "for other phases", default=1)
    rounds = Option(int, "of clipping; 0 leaves the phases as they are", default=150)

    def deviation(self, t: Numeric, site: Site) -> Progress:
        A = self.amplitudes("amplitude", self.amplitude, site)
        waves = self.waves(len(A))
        k = waves[0].harmonics
        self.check_rate("band", float(k.max()) / self.period, site)
        c = A * np.array([wave.amplitudes / wave.peak for wave in waves])
        phases = np.array([wave.phases for wave in waves])
        return self.summed(t, 1 / self.period, k, -c * np.sin(phases), c * np.cos(phases))

    def crest_factors(self, joints: int) -> Array:
        """(joints,): peak by root mean square of each joint's deviation."""
        return np.array([wave.crest_factor for wave in self.waves(joints)])

    def waves(self, joints: int) -> list[Multisine]:
        """Of each joint, before it is scaled."""
        k = self._numbers()
        c = self._spectrum(k)
        rounds = int(not_negative(self.name, "rounds", self.rounds))
        if self.seed < 0:
            raise unfit(self.name, "seed", self.seed, "0 or more")
        return [
            with_low_peaks(k, c, np.random.default_rng([self.seed, joint]), rounds)
            for joint in range(joints)
        ]

    def _numbers(self) -> NDArray[np.int64]:
        """Multiples of 1/T within the band."""
        period = positive(self.name, "period", self.period, "s")
        expected = "lowest and highest frequency in Hz, more than 0"
        low, high = numbers(self.name, "band", self.band, (2,), expected)
        if not 0 < low <= high:
            raise unfit(self.name, "band", self.band, expected)
        first = max(1, math.ceil(low * period - ROUNDING))
        last = math.floor(high * period + ROUNDING)
        if last < first:
            raise InputError(
                "no frequency is in the band",
                where=f"block '{self.name}'",
                got=f"no multiple of {1 / period:g} Hz",
                expected="at least one",
                hint="Widen 'band', or set a longer 'period'.",
            )
        return np.arange(first, last + 1)

    def _spectrum(self, k: NDArray[np.int64]) -> Array:
        if self.spectrum is None:
            return np.asarray(k, dtype=np.float64) ** -FALLS[self.flat]
        expected = f"{len(k)} amplitudes, one for each frequency, none below 0 and not all 0"
        c = numbers(self.name, "spectrum", self.spectrum, (len(k),), expected)
        if c.min() < 0 or c.max() == 0:
            raise unfit(self.name, "spectrum", self.spectrum, expected)
        return c
