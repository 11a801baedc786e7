"""One step in each joint, smoothed by a filter."""

from __future__ import annotations

from collections.abc import Mapping

import casadi as cs

from armwright.block.declarations import Option
from armwright.block.quantities import Quantities
from armwright.blocks.references.options import numbers
from armwright.blocks.references.reference import Reference, motion
from armwright.blocks.references.second_order import DAMPING_RATIO, NATURAL_FREQUENCY, second_order
from armwright.blocks.references.steps import ROUNDING


class FilteredSteps(Reference):
    """qᵢ = q₀ᵢ + hᵢ h(t − tᵢ), h the step response of H(s) = ω²/(s² + 2ζω s + ω²).

    S1 5.1: 15, 30, 30, 90, 90, 90 degrees at t = 1 … 6 s through H(s) = 4/(0.05 s² + s + 4), which
    is ω² = 80 s⁻², ζ = √5/2 (the defaults). Position, velocity and acceleration are the states of
    the filter and their rate, in closed form: exact at every time. Position and velocity are
    continuous, the acceleration jumps by ω²hᵢ at tᵢ.
    """

    kind = "filtered_steps"

    heights = Option(tuple, "by how much each joint steps")
    times = Option(tuple, "when each joint steps, in s")
    begin = Option(tuple, "the joint positions before; by default zero", default=None)
    natural_frequency = Option(float, "ω of the filter, in rad/s", default=NATURAL_FREQUENCY)
    damping_ratio = Option(float, "ζ of the filter", default=DAMPING_RATIO)

    def equations(self, x: Quantities) -> Mapping[str, cs.SX | float]:
        robot = x.site.plant.robot
        begin = self.joint_vector("begin", self.begin, robot)
        heights = self.joint_vector("heights", self.heights, robot)
        n = len(begin)
        times = numbers(self.name, "times", self.times, (n,), f"{n} times in s, one for each joint")
        stepped = x.time >= cs.SX(times - ROUNDING * x.site.tick)
        h = second_order(self.name, self.natural_frequency, self.damping_ratio).step(
            cs.fmax(x.time - times, 0.0)
        )
        q, v, a = (heights * part * stepped for part in h)
        return motion(begin + q, v, a)
