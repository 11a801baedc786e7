"""Water that moves past the arm."""

from __future__ import annotations

import math
from collections.abc import Mapping

import casadi as cs

from armwright.block.block import Block
from armwright.block.declarations import Output, Parameter
from armwright.block.quantities import Quantities


class Current(Block):
    """u = U + A sin(2π f t + φ), the same everywhere, in world axes.

    Links that have a hull feel the water pass: drag and added mass take velocities relative to it,
    and water that gains speed pulls with ρ V u̇.
    """

    kind = "current"

    current_velocity = Output("m/s", "u", size="axis", acts="water")
    current_acceleration = Output("m/s²", "u̇", size="axis", acts="water")
    velocity = Parameter("m/s", "U", default=0.0, size="axis")
    amplitude = Parameter("m/s", "A", default=0.0, size="axis")
    frequency = Parameter("Hz", "f", default=0.0, at_least=0.0, size="one")
    phase = Parameter("rad", "φ", default=0.0, size="one")

    def equations(self, x: Quantities) -> Mapping[str, cs.SX | float]:
        omega = 2.0 * math.pi * x.frequency
        angle = omega * x.time + x.phase
        return {
            "current_velocity": x.velocity + x.amplitude * cs.sin(angle),
            "current_acceleration": omega * x.amplitude * cs.cos(angle),
        }
