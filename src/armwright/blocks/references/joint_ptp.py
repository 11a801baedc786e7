"""From one joint position to another."""

from __future__ import annotations

from collections.abc import Mapping

import casadi as cs

from armwright.block.declarations import Option
from armwright.block.quantities import Quantities
from armwright.blocks.references.point_to_point import PointToPoint


class JointPtp(PointToPoint):
    """q = q₀ + (q₁ − q₀) s(t): all joints start and arrive together, at rest.

    Modelica Standard Library 4.0, Blocks.Sources.KinematicPTP2.
    """

    kind = "joint_ptp"

    begin = Option(tuple, "the joint positions it starts from")
    end = Option(tuple, "the joint positions it goes to")

    def equations(self, x: Quantities) -> Mapping[str, cs.SX | float]:
        robot = x.site.plant.robot
        begin = self.joint_vector("begin", self.begin, robot)
        end = self.joint_vector("end", self.end, robot)
        return self.through(x, [begin, end])
