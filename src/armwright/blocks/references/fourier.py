"""A periodic motion given by its Fourier coefficients, to identify an arm with."""

from __future__ import annotations

import math

import numpy as np

from armwright.arrays import Array
from armwright.block.declarations import Option
from armwright.block.quantities import Site
from armwright.blocks.references.excitation import Periodic
from armwright.blocks.references.options import in_radians, numbers, positive, unfit
from armwright.blocks.references.profiles import Numeric, Progress


class Fourier(Periodic):
    """dᵢ = Σₖ (aᵢₖ/(kω) sin kωt − bᵢₖ/(kω) cos kωt), k = 1 … K, with the period 2π/ω.

    Swevers et al. 1997: a and b are amplitudes of the velocity.
    """

    kind = "fourier"

    frequency = Option(float, "ω/2π, of the fundamental, in Hz")
    sine = Option(tuple, "aᵢₖ in rad/s: a row for each joint, a column for each harmonic")
    cosine = Option(tuple, "bᵢₖ in rad/s; as many as aᵢₖ")

    def deviation(self, t: Numeric, site: Site) -> Progress:
        f = positive(self.name, "frequency", self.frequency, "Hz")
        a = self._coefficients("sine", self.sine, site)
        b = self._coefficients("cosine", self.cosine, site)
        if a.shape != b.shape:
            got = f"{b.shape[1]} harmonics"
            raise unfit(self.name, "cosine", got, f"{a.shape[1]}, as many as in 'sine'")
        k = np.arange(1, a.shape[1] + 1)
        self.check_rate("sine", f * a.shape[1], site)
        w = 2 * math.pi * f * k
        return self.summed(t, f, k, a / w, -b / w)

    def _coefficients(self, option: str, value: object, site: Site) -> Array:
        names = site.plant.robot.joint_names
        expected = f"{len(names)} rows of as many numbers, one row for each of {', '.join(names)}"
        found = numbers(self.name, option, value, (len(names), -1), expected)
        return in_radians(found.T, site.plant.robot).T if self.degrees else found
