"""One step in each joint."""

from __future__ import annotations

from collections.abc import Mapping

import casadi as cs
import numpy as np

from armwright.block.declarations import Option
from armwright.block.quantities import Quantities
from armwright.blocks.references.options import numbers
from armwright.blocks.references.reference import Reference, motion

#: Of a tick: a sample that rounding puts this much before a step belongs to it.
ROUNDING = 1e-6


class Steps(Reference):
    """qᵢ = q₀ᵢ + hᵢ for t ≥ tᵢ; velocity and acceleration stay zero.

    S1 5.1: 15, 30, 30, 90, 90, 90 degrees at t = 1 … 6 s.
    """

    kind = "steps"

    heights = Option(tuple, "by how much each joint steps")
    times = Option(tuple, "when each joint steps, in s")
    begin = Option(tuple, "the joint positions before; by default zero", default=None)

    def equations(self, x: Quantities) -> Mapping[str, cs.SX | float]:
        robot = x.site.plant.robot
        begin = self.joint_vector("begin", self.begin, robot)
        heights = self.joint_vector("heights", self.heights, robot)
        n = len(begin)
        times = numbers(self.name, "times", self.times, (n,), f"{n} times in s, one for each joint")
        stepped = x.time >= cs.SX(times - ROUNDING * x.site.tick)
        still = cs.SX(np.zeros(n))
        return motion(begin + heights * stepped, still, still)
