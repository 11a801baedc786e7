"""Many cosines at once, with random phases and low peaks, to measure frequency responses with."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from armwright.arrays import Array
from armwright.block.declarations import Option
from armwright.block.quantities import Site
from armwright.blocks.references.excitation import Periodic
from armwright.blocks.references.options import not_negative, numbers, unfit
from armwright.blocks.references.profiles import Numeric, Progress
from armwright.blocks.references.waves import (
    Multisine,
    checked_experiment,
    harmonics_within,
    orthogonal,
    with_low_peaks,
)

#: By which power of its number a harmonic's amplitude falls, so that this is flat.
FALLS = {"position": 0, "velocity": 1, "acceleration": 2}


class RandomMultisine(Periodic):
    """dᵢ = Aᵢ Σₖ cₖ cos(2πkt/T + φᵢₖ) / pᵢ, pᵢ such that no |dᵢ| exceeds Aᵢ; it has the period T.

    Pintelon and Schoukens 2012, section 5.2. Phases φ are random, other ones for each joint, then
    changed by clipping in turns for a low crest factor; `crest_factors` tells them. They depend on
    the seed and on the number of the joint, and on nothing else.

    With an `experiment`, phases are those of one of as many experiments as there are joints, which
    are orthogonal: together they tell what each joint answers to each. They stay as they were
    drawn. A `bias` sine, slow and large, keeps joints from sticking meanwhile.
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
    lines = Option(
        int, "how many frequencies, evenly over the band's logarithm; by default all", default=None
    )
    odd = Option(
        bool,
        "odd multiples of 1/T alone: forces quadratic in the motion then fall between them",
        default=False,
    )
    experiment = Option(
        int, "which of the orthogonal experiments, from 0; by default none of them", default=None
    )
    bias = Option(tuple, "amplitude of a slow sine beside it, for each joint", default=None)
    bias_cycles = Option(int, "its cycles in a period", default=1)

    def deviation(self, t: Numeric, site: Site) -> Progress:
        A = self.amplitudes("amplitude", self.amplitude, site)
        waves = self.waves(len(A))
        k = waves[0].harmonics
        self.check_rate("band", float(k.max()) / self.period, site)
        c = A * np.array([wave.amplitudes / wave.peak for wave in waves])
        phases = np.array([wave.phases for wave in waves])
        sine, cosine = -c * np.sin(phases), c * np.cos(phases)
        if self.bias is not None:
            k = np.append(k, self._bias_cycles(k))
            bias = self.amplitudes("bias", self.bias, site)
            sine, cosine = np.hstack([sine, bias]), np.hstack([cosine, 0 * bias])
        return self.summed(t, 1 / self.period, k, sine, cosine)

    def crest_factors(self, joints: int) -> Array:
        """(joints,): peak by root mean square of each joint's deviation."""
        return np.array([wave.crest_factor for wave in self.waves(joints)])

    def waves(self, joints: int) -> list[Multisine]:
        """Of each joint, before it is scaled."""
        k = harmonics_within(self.name, self.period, self.band, self.lines, odd=self.odd)
        c = self._spectrum(k)
        rounds = int(not_negative(self.name, "rounds", self.rounds))
        if self.seed < 0:
            raise unfit(self.name, "seed", self.seed, "0 or more")
        experiment = checked_experiment(self.name, self.experiment, joints)
        if experiment is not None:
            return orthogonal(k, c, joints, experiment, self.seed)
        return [
            with_low_peaks(k, c, np.random.default_rng([self.seed, joint]), rounds)
            for joint in range(joints)
        ]

    def _spectrum(self, k: NDArray[np.int64]) -> Array:
        if self.spectrum is None:
            return np.asarray(k, dtype=np.float64) ** -FALLS[self.flat]
        expected = f"{len(k)} amplitudes, one for each frequency, none below 0 and not all 0"
        c = numbers(self.name, "spectrum", self.spectrum, (len(k),), expected)
        if c.min() < 0 or c.max() == 0:
            raise unfit(self.name, "spectrum", self.spectrum, expected)
        return c

    def _bias_cycles(self, k: NDArray[np.int64]) -> int:
        if self.bias_cycles < 1 or self.bias_cycles in k:
            expected = "1 or more, and a frequency that is not excited"
            raise unfit(self.name, "bias_cycles", self.bias_cycles, expected)
        return int(self.bias_cycles)
