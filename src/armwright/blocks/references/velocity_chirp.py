"""A velocity that swings evenly while its frequency changes."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np

from armwright.arrays import Array
from armwright.block.declarations import Option
from armwright.block.quantities import Site
from armwright.blocks.references.options import not_negative, positive, unfit
from armwright.blocks.references.reference import TabledReference, rows_of_run

#: Points of the integral in every sample.
_FINE = 8


class VelocityChirp(TabledReference):
    """v = A sin φ(t), φ̇ = 2πf(t), with f from f₀ to f₁ in a straight line, then back to f₀, and so
    on: the joints pass zero again and again at speeds that friction notices.

    S4, section 5.2, where f is about 0.5 Hz; it begins with the cosine, and so with a jump. Unlike
    `chirp`, whose positions swing evenly, slow swings are as fast as quick ones. The position
    swings between q₀ and q₀ + A/(πf).
    """

    kind = "velocity_chirp"

    amplitude = Option(tuple, "A of each joint, in rad/s or m/s")
    first_frequency = Option(float, "f₀, in Hz")
    last_frequency = Option(float, "f₁, in Hz")
    sweep_time = Option(float, "how long f takes from f₀ to f₁, in s")
    begin = Option(tuple, "q₀, the joint positions it starts from; by default zero", default=None)
    start_time = Option(float, "when it starts, in s", default=0.0)

    def tables(self, site: Site) -> Mapping[str, Array]:
        robot = site.plant.robot
        begin = self.joint_vector("begin", self.begin, robot)
        A = self.joint_vector("amplitude", self.amplitude, robot)
        if np.any(A < 0):
            raise unfit(self.name, "amplitude", self.amplitude, "at least 0 for each joint")
        f0 = positive(self.name, "first_frequency", self.first_frequency, "Hz")
        f1 = positive(self.name, "last_frequency", self.last_frequency, "Hz")
        T = positive(self.name, "sweep_time", self.sweep_time, "s")
        start = not_negative(self.name, "start_time", self.start_time, "s")
        if not max(f0, f1) < 0.5 / site.period:
            raise unfit(
                self.name,
                "last_frequency" if f1 > f0 else "first_frequency",
                f"{max(f0, f1):g} Hz",
                f"less than {0.5 / site.period:g} Hz, half of the block's rate",
            )
        from scipy.integrate import cumulative_simpson  # takes half a second to import

        rows = rows_of_run(self.name, site)
        fine = site.period / _FINE * np.arange(_FINE * (rows - 1) + 1)
        phase, frequency = _phase(np.maximum(fine - start, 0.0), f0, f1, T)
        swing = np.sin(phase)
        # Of order 4 in an eighth of a sample: far below any encoder's count.
        way = cumulative_simpson(swing, dx=site.period / _FINE, initial=0.0)[::_FINE]
        on = fine[::_FINE] >= start
        rate = 2 * math.pi * frequency * np.cos(phase)
        return {
            "position_table": begin + np.outer(way, A),
            "velocity_table": np.outer(swing[::_FINE], A),
            "acceleration_table": np.outer(on * rate[::_FINE], A),
        }


def _phase(t: Array, f0: float, f1: float, T: float) -> tuple[Array, Array]:
    """φ, and f in Hz, which goes to and fro between f₀ and f₁ within 2 T."""
    turns, rest = np.divmod(t, 2 * T)
    up = np.minimum(rest, T)
    down = rest - up
    slope = (f1 - f0) / T
    cycles = turns * (f0 + f1) * T + (f0 + slope * up / 2) * up + (f1 - slope * down / 2) * down
    return 2 * math.pi * cycles, f0 + slope * (up - down)
