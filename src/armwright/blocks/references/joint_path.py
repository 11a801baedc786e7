"""Along several joint positions."""

from __future__ import annotations

from collections.abc import Mapping

import casadi as cs

from armwright.blocks.declarations import Option, Parameter
from armwright.blocks.quantities import Quantities
from armwright.blocks.references.point_to_point import PointToPoint
from armwright.errors import InputError


class JointPath(PointToPoint):
    """q = q₀ + Σₖ (qₖ₊₁ − qₖ) sₖ(t − tₖ): from point to point, at rest at each of them."""

    kind = "joint_path"

    points = Option(tuple, "joint positions, one row for each point")
    dwell = Parameter("s", "rest at each point between", default=0.0, at_least=0.0, size="one")

    def equations(self, x: Quantities) -> Mapping[str, cs.SX | float]:
        if not self.points:
            raise InputError(
                "'points' is empty", where=f"block '{self.name}'", expected="at least one point"
            )
        points = [
            self.joint_vector(f"points[{k}]", point, x.setting.robot)
            for k, point in enumerate(self.points)
        ]
        return self.through(x, points, x.dwell)
