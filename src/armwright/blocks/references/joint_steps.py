"""What references have in common that step once in each joint."""

from __future__ import annotations

import casadi as cs

from armwright.arrays import Array
from armwright.block.declarations import Option
from armwright.block.quantities import Quantities
from armwright.blocks.references.options import numbers
from armwright.blocks.references.reference import Reference

#: Of a tick: a sample that rounding puts this much before a step belongs to it.
ROUNDING = 1e-6


class JointSteps(Reference):
    """Each joint steps once, by its height and at its time."""

    heights = Option(tuple, "by how much each joint steps")
    times = Option(tuple, "when each joint steps, in s")
    begin = Option(tuple, "the joint positions before; by default zero", default=None)

    def stepped(self, x: Quantities) -> tuple[Array, Array, Array, cs.SX]:
        """q₀, h and t of the joints (n,), and whether each has stepped."""
        robot = x.site.plant.robot
        begin = self.joint_vector("begin", self.begin, robot)
        heights = self.joint_vector("heights", self.heights, robot)
        n = len(begin)
        times = numbers(self.name, "times", self.times, (n,), f"{n} times in s, one for each joint")
        return begin, heights, times, x.time >= cs.SX(times - ROUNDING * x.site.tick)
