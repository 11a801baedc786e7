"""Clipped white noise, held from sample to sample."""

from __future__ import annotations

from collections.abc import Mapping

import casadi as cs

from armwright.block.declarations import Output, Parameter
from armwright.block.quantities import Quantities
from armwright.blocks.sensors.sided import Sided


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
