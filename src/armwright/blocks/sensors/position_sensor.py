"""What encoders and resolvers have in common: noise, counts, and a velocity."""

from __future__ import annotations

import math
from typing import ClassVar

import casadi as cs

from armwright.block.block import Block
from armwright.block.declarations import Memory, Option, Parameter, adapted
from armwright.block.quantities import Quantities
from armwright.blocks.sensors.counting import counted

VELOCITY, DIFFERENCE = "velocity", "difference"


class PositionSensor(Block):
    """θ_m = ⌊(θ + noise)/Δ + ½⌋ Δ, and a velocity.

    The velocity is measured itself, ω + noise, or made of measured positions: the difference
    u[k] = (θ_m[k] − θ_m[k−1])/T through the filter y[k] = y[k−1] + (1 − e^(−2πfT)) (u[k] − y[k−1]).
    The first difference is taken for zero, for there is no position before it.
    """

    #: The side of the gear that it measures: the size of all its quantities.
    side: ClassVar[str] = "motor"

    noise = Parameter("rad", "standard deviation of the position", default=0.0, at_least=0.0)
    velocity_noise = Parameter(
        "rad/s", "standard deviation of a velocity that is measured", default=0.0, at_least=0.0
    )
    resolution = Parameter("rad", "Δ, one count; 0 for none", default=0.0, at_least=0.0)
    velocity_filter = Parameter(
        "Hz", "f, cut-off of the filter on differences; 0 for none", default=0.0, at_least=0.0
    )
    velocity_from = Option(
        str,
        "'velocity' (measured itself) or 'difference' (of positions)",
        default=VELOCITY,
        choices=(VELOCITY, DIFFERENCE),
    )
    last_position = Memory("rad", "measured position of the last sample", fixed=True)
    last_velocity = Memory("rad/s", "velocity given out at the last sample", fixed=True)
    started = Memory("", "0 at the first sample, then 1", size="one", fixed=True)

    def __init_subclass__(cls) -> None:
        for name, shared in cls.declared.items():
            if shared.size == "motor":
                setattr(cls, name, adapted(shared, size=cls.side))
        super().__init_subclass__()

    def measured(
        self, x: Quantities, position: cs.SX, velocity: cs.SX
    ) -> tuple[cs.SX, cs.SX, dict[str, cs.SX | float]]:
        """Measured position and velocity, and the next values of the memories."""
        n = position.shape[0]
        position = counted(position + x.noise * x.normal("position", n), x.resolution)
        if self.velocity_from == VELOCITY:
            velocity = velocity + x.velocity_noise * x.normal("velocity", n)
        else:
            difference = cs.if_else(x.started, (position - x.last_position) / x.period, 0.0)
            smoothing = 1.0 - cs.exp(-2.0 * math.pi * x.period * x.velocity_filter)
            share = cs.if_else(x.velocity_filter > 0, smoothing, 1.0)
            velocity = x.last_velocity + share * (difference - x.last_velocity)
        memories = {"last_position": position, "last_velocity": velocity, "started": 1.0}
        return position, velocity, memories
