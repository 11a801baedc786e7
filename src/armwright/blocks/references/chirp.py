"""A sine whose frequency changes."""

from __future__ import annotations

import math

from armwright.block.declarations import Option
from armwright.block.quantities import Site
from armwright.blocks.references.excitation import Excitation
from armwright.blocks.references.options import positive
from armwright.blocks.references.profiles import Numeric, Progress, functions


class Chirp(Excitation):
    """d = A sin φ(t), φ̇ = 2πf(t): ḋ = A φ̇ cos φ, d̈ = A (φ̈ cos φ − φ̇² sin φ).

    The frequency goes from f₀ to f₁ in the duration T, linearly, f = f₀ + (f₁ − f₀) t/T, or with
    the same time for every octave, f = f₀ (f₁/f₀)^(t/T).
    """

    kind = "chirp"

    amplitude = Option(tuple, "A of each joint")
    first_frequency = Option(float, "f₀, in Hz")
    last_frequency = Option(float, "f₁, in Hz")
    duration = Option(float, "T, in s")
    sweep = Option(str, "how f changes", default="logarithmic", choices=("linear", "logarithmic"))

    @property
    def lasting(self) -> float:
        return positive(self.name, "duration", self.duration, "s")

    def deviation(self, t: Numeric, site: Site) -> Progress:
        A = self.amplitudes("amplitude", self.amplitude, site)
        f0 = positive(self.name, "first_frequency", self.first_frequency, "Hz")
        f1 = positive(self.name, "last_frequency", self.last_frequency, "Hz")
        faster = "last_frequency" if f1 > f0 else "first_frequency"
        self.check_rate(faster, max(f0, f1), site)
        phase, rate, growth = (2 * math.pi * part for part in self._turns(t, f0, f1))
        f = functions(t)
        sine, cosine = f.sin(phase), f.cos(phase)
        return Progress(A * sine, A * rate * cosine, A * (growth * cosine - rate**2 * sine))

    def _turns(self, t: Numeric, f0: float, f1: float) -> tuple[Numeric, Numeric, Numeric]:
        """φ/2π, and its derivatives f and ḟ."""
        if self.sweep == "linear" or f0 == f1:
            slope = (f1 - f0) / self.lasting
            return (f0 + slope * t / 2) * t, f0 + slope * t, slope
        c = math.log(f1 / f0) / self.lasting
        f = f0 * functions(t).exp(c * t)
        return (f - f0) / c, f, c * f
