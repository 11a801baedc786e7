"""Positions and velocities with band-limited white noise on them."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

from armwright.block.block import Assembly, Block
from armwright.block.declarations import Input, Output, Parameter
from armwright.blocks.sensors.noise_source import NoiseSource
from armwright.blocks.sensors.noisy_motion import NoisyMotion
from armwright.blocks.sensors.sided import Sided

#: Samples of the noise per second in S1.
_RATE = 100.0
_NOISES = ("position_noise", "velocity_noise")


class BandLimitedNoise(Sided, Assembly):
    """q_m = q + n,  n = max(−c, min(c, √(P/T) ν)), ν normal and new every T = 1/rate.  S1 5.2.

    Simulink's block "Band-Limited White Noise" with power P and sample time T, and a saturation at
    ±c behind it. The noise is held in between, while q is not: what is measured follows the arm in
    continuous time. `rate` is 100 Hz unless given, as in S1. S1 gives P for angles only; P for
    velocities is chosen such that its limit clips as many of them, 3.4 %.
    """

    kind = "band_limited_noise"
    #: Ports and parameters of both parts but what goes from one to the other.
    declared = MappingProxyType(
        {
            name: value
            for part in (NoisyMotion, NoiseSource)
            for name, value in part.declared.items()
            if name not in _NOISES
        }
    )

    def __init__(self, *, rate: float | None = None, **settings: Any) -> None:
        super().__init__(rate=_RATE if rate is None else rate, **settings)
        noises = {noise: f"{self.name}.{noise}" for noise in _NOISES}
        ports = {port: self.signal(port) for port in (*self.of(Input), *self.of(Output))}
        powers = {key: value for key, value in self.values.items() if key in self.of(Parameter)}
        source = {"name": f"{self.name}.source", "rate": self.rate, "connect": noises}
        motion = {"name": f"{self.name}.motion", "connect": {**ports, **noises}}
        self._parts = (
            NoiseSource(side=self.side, **source, **powers),
            NoisyMotion(side=self.side, **motion),
        )

    def parts(self) -> tuple[Block, ...]:
        return self._parts
