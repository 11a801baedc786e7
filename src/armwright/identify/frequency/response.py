"""A response as it was estimated, with how certain it is."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from armwright.arrays import Array
from armwright.linear.response import Complex


@dataclass(frozen=True, eq=False)
class MeasuredResponse:
    """Torque → motor acceleration of an arm about `configuration` (joints,), rad and m: where its
    motors are, on the joints' side of the gears. The joints themselves sag from there.

    `frequencies` (F,) in rad/s; `G` (F, n, n), 1/(kg m²): outputs × inputs, both on the motor side.
    `noise` (F, n, n): covariance of what G leaves of an experiment's accelerations; `excitation`
    (F, n, n): Σ U Uᴴ over all experiments, so that cov(G_ab, G_cd) = noise_ac (excitation⁻¹)_db.
    `power` (F, n, n): the mean of U Uᴴ, amplitudes in N m; `mean_torque` (n,), N m at the motors.
    """

    configuration: Array
    frequencies: Array
    G: Complex
    noise: Complex
    excitation: Complex
    power: Complex
    mean_torque: Array
    method: str

    @property
    def size(self) -> int:
        return int(self.G.shape[-1])

    @cached_property
    def relative(self) -> Complex:
        """(F, n², n²): covariance of δG/G, elements row by row; circular, so that real and
        imaginary parts have half of it each."""
        weight = np.linalg.inv(self.excitation)
        pairs = np.einsum("fac,fdb->fabcd", self.noise, weight)
        n2 = self.size**2
        flat = self.G.reshape(-1, n2)
        found: Complex = pairs.reshape(-1, n2, n2) / (flat[:, :, None] * flat[:, None, :].conj())
        return found

    @property
    def spread(self) -> Array:
        """(F, n, n): standard deviation of log |G|."""
        n2 = self.size**2
        variance = np.real(self.relative[:, range(n2), range(n2)]) / 2
        return np.sqrt(np.maximum(variance, 0.0)).reshape(self.G.shape)

    def at(self, lines: NDArray[np.int64]) -> MeasuredResponse:
        """Of some of its frequencies."""
        return MeasuredResponse(
            self.configuration,
            self.frequencies[lines],
            self.G[lines],
            self.noise[lines],
            self.excitation[lines],
            self.power[lines],
            self.mean_torque,
            self.method,
        )
