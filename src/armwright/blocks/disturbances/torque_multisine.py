"""Torques of many frequencies at once, orthogonal over experiments."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import casadi as cs
import numpy as np

from armwright.arrays import Array
from armwright.block.block import Block
from armwright.block.declarations import Option, Output, Table
from armwright.block.quantities import Quantities, Site
from armwright.blocks.references.options import numbers, unfit
from armwright.blocks.references.waves import (
    Multisine,
    checked_experiment,
    harmonics_within,
    orthogonal,
)
from armwright.memory import afford

#: Bytes of a number of the table, and of what comes and goes while it is worked out.
_PER_NUMBER = 8 * 3


class TorqueMultisine(Block):
    """τᵢ = Aᵢ Σₖ c cos(2πkt/T + φᵢₖ), on the rotors; no |τᵢ| exceeds Aᵢ.

    Full random orthogonal multisines (Pintelon and Schoukens 2012, eq. 3-31): as many experiments
    as there are motors tell what each motor answers to each torque. The spectrum is flat.
    """

    kind = "torque_multisine"

    disturbance_motor_torque = Output("N m", "τ", acts="motor")
    torque_table = Table("N m", "τ")
    amplitude = Option(tuple, "A: the largest torque of each motor, in N m")
    period = Option(float, "T, in s")
    band = Option(tuple, "lowest and highest frequency in Hz: multiples of 1/T in between")
    lines = Option(
        int, "how many frequencies, evenly over the band's logarithm; by default all", default=None
    )
    odd = Option(
        bool,
        "odd multiples of 1/T alone: forces quadratic in the motion then fall between them",
        default=False,
    )
    experiment = Option(
        int, "which of the orthogonal experiments, from 0; by default all in turn", default=None
    )
    repeats = Option(int, "periods of each experiment before the next", default=3)
    seed = Option(int, "for other phases: another realisation", default=1)

    def equations(self, x: Quantities) -> Mapping[str, cs.SX | float]:
        return {"disturbance_motor_torque": x.torque_table}

    def tables(self, site: Site) -> Mapping[str, Array]:
        inputs = site.sizes["motor"]
        expected = f"{inputs} torques in N m, one for each motor, none below 0"
        A = numbers(self.name, "amplitude", self.amplitude, (inputs,), expected)
        if A.min(initial=0.0) < 0:
            raise unfit(self.name, "amplitude", self.amplitude, expected)
        if self.seed < 0:
            raise unfit(self.name, "seed", self.seed, "0 or more")
        k = harmonics_within(self.name, self.period, self.band, self.lines, odd=self.odd)
        if not k.max() / self.period < 0.5 / site.period:
            expected = f"less than {0.5 / site.period:g} Hz, half of the block's rate"
            raise unfit(self.name, "band", self.band, expected)
        rows = round(self.period / site.period)
        if rows < 1 or abs(rows * site.period - self.period) > 1e-9 * self.period:
            expected = f"a multiple of the block's {site.period:g} s"
            raise unfit(self.name, "period", self.period, expected)
        if self.repeats < 1:
            raise unfit(self.name, "repeats", self.repeats, "1 or more")
        one = checked_experiment(self.name, self.experiment, inputs)
        turns = range(inputs) if one is None else (one,)
        needed = math.ceil(site.duration / site.period) + 2
        afford(
            _PER_NUMBER * (needed + rows * self.repeats * len(turns)) * inputs,
            f"the {needed} samples of the torque",
            f"block '{self.name}'",
            "Try a shorter duration, or a lower rate of the block.",
        )
        c = np.ones(len(k))
        periods = [_period(orthogonal(k, c, inputs, turn, self.seed), rows) for turn in turns]
        whole = np.concatenate([np.tile(part * A, (self.repeats, 1)) for part in periods])
        return {"torque_table": np.resize(whole, (needed, inputs))}


def _period(waves: Sequence[Multisine], rows: int) -> Array:
    """(rows, inputs)"""
    spectrum = np.zeros((rows // 2 + 1, len(waves)), dtype=np.complex128)
    for i, wave in enumerate(waves):
        spectrum[wave.harmonics, i] = wave.amplitudes * np.exp(1j * wave.phases) * rows / 2
    return np.fft.irfft(spectrum, rows, axis=0)
