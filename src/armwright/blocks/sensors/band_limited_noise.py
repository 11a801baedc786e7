"""Positions and velocities with band-limited white noise on them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import casadi as cs

from armwright.block.block import Assembly, Block
from armwright.block.declarations import Declared, Input, Option, Output, Parameter, adapted
from armwright.block.quantities import Quantities

SIDES = ("joint", "motor")
#: Samples of the noise per second in S1.
_RATE = 100.0
_NOISES = ("position_noise", "velocity_noise")


class Sided(Block):
    """What the class declares is for joints; every block has declarations of its own."""

    side = Option(str, "what is measured: 'joint' or 'motor'", default="joint", choices=SIDES)

    def __init__(self, *, side: str = "joint", **settings: Any) -> None:
        if side in SIDES:
            self.declared = _on(side, self.declared)
        super().__init__(side=side, **settings)


def _on(side: str, declared: Mapping[str, Declared]) -> Mapping[str, Declared]:
    found: dict[str, Declared] = {}
    for name, value in declared.items():
        own = adapted(value, size=side if value.size == "joint" else None)
        if isinstance(own, Input | Output):
            own.signal = own.signal.replace("joint", side)
        found[name] = own
    return MappingProxyType(found)


class NoiseSource(Sided):
    """n = max(−c, min(c, √(P/T) ν)), ν standard normal and new every T: see BandLimitedNoise."""

    position_noise = Output("rad", "n of positions", size="joint")
    velocity_noise = Output("rad/s", "n of velocities", size="joint")
    power_position = Parameter(
        "rad² s", "P of positions; 0 for none", default=5e-9, at_least=0.0, size="joint"
    )
    #: S1 gives the power for angles only: that of the same ratio of √(P/T) to c.
    power_velocity = Parameter(
        "rad²/s",
        "P of velocities; 0 for none",
        default=5e-9 * (0.05 / 1.5e-3) ** 2,
        at_least=0.0,
        size="joint",
    )
    clip_position = Parameter(
        "rad", "c, largest noise of positions", default=1.5e-3, at_least=0.0, size="joint"
    )
    clip_velocity = Parameter(
        "rad/s", "c, largest noise of velocities", default=0.05, at_least=0.0, size="joint"
    )

    def equations(self, x: Quantities) -> Mapping[str, cs.SX | float]:
        return {
            "position_noise": _noise(x, "position", x.power_position, x.clip_position),
            "velocity_noise": _noise(x, "velocity", x.power_velocity, x.clip_velocity),
        }


def _noise(x: Quantities, what: str, power: cs.SX, clip: cs.SX) -> cs.SX:
    noise = cs.sqrt(power / x.period) * x.normal(what, power.shape[0])
    return cs.fmax(-clip, cs.fmin(clip, noise))


class NoisyMotion(Sided):
    """q_m = q + n at every instant: see BandLimitedNoise."""

    position = Input("rad", "q", signal="joint_position", size="joint")
    velocity = Input("rad/s", "q̇", signal="joint_velocity", size="joint")
    position_noise = Input("rad", "n of positions", size="joint")
    velocity_noise = Input("rad/s", "n of velocities", size="joint")
    measured_position = Output("rad", "q_m", signal="measured_joint_position", size="joint")
    measured_velocity = Output("rad/s", "q̇_m", signal="measured_joint_velocity", size="joint")

    def equations(self, x: Quantities) -> Mapping[str, cs.SX | float]:
        return {
            "measured_position": x.position + x.position_noise,
            "measured_velocity": x.velocity + x.velocity_noise,
        }


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
