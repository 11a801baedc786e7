"""Along several joint positions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import casadi as cs

from armwright.arrays import Array
from armwright.block.declarations import Option, Parameter
from armwright.block.quantities import Quantities
from armwright.blocks.references.options import not_negative
from armwright.blocks.references.point_to_point import PointToPoint, planned
from armwright.blocks.references.profiles import Profile, Trapezoid
from armwright.errors import InputError


class JointPath(PointToPoint):
    """q = q₀ + Σₖ (qₖ₊₁ − qₖ) sₖ(t − tₖ): from point to point, at rest at each of them.

    With a `blend` time t_b it passes the points between without stopping: straight in the space of
    the joints, with parabolas of the duration t_b near the points (Craig 2005, section 7.3). These
    come from trapezoidal moves with ramps of t_b, each beginning t_b before the end of the one
    before. Limits are kept, ṡₖ ≤ min(1/t_b, q̇ᵢ/|Δqᵢ|, q̈ᵢ t_b/(2 |Δqᵢ|)), in blends too, where
    a joint may turn round; a point between is missed by |q̇ₖ₊₁ − q̇ₖ| t_b/8. The first and the last
    point are met, at rest.
    """

    kind = "joint_path"

    points = Option(tuple, "joint positions, one row for each point")
    dwell = Parameter("s", "rest at each point between", default=0.0, at_least=0.0, size="one")
    blend = Option(float, "time to change direction without stopping, in s", default=0.0)

    def equations(self, x: Quantities) -> Mapping[str, cs.SX | float]:
        if not self.points:
            raise InputError(
                "'points' is empty", where=f"block '{self.name}'", expected="at least one point"
            )
        points = [
            self.joint_vector(f"points[{k}]", point, x.site.plant.robot)
            for k, point in enumerate(self.points)
        ]
        blend = not_negative(self.name, "blend", self.blend, "s")
        return self._blended(x, points, blend) if blend else self.through(x, points, x.dwell)

    def _blended(self, x: Quantities, points: Sequence[Array], blend: float) -> dict[str, Any]:
        for name, contrary in (
            ("dwell", bool(self.values.get("dwell"))),
            ("profile", self.profile != "trapezoid"),
        ):
            if contrary:
                raise InputError(
                    f"'blend' and '{name}' exclude each other",
                    where=f"block '{self.name}'",
                    got=f"{name} = {self.values[name]!r}",
                    expected="a trapezoidal profile without rests",
                    hint="Leave out one of them.",
                )
        fastest = cs.fmin(x.speed, x.acceleration * blend / 2)

        def plan(moving: list[int], way: Array) -> tuple[Profile, Any]:
            peak = cs.fmin(1 / blend, cs.mmin(fastest[moving] / way))
            return Trapezoid(peak, peak / blend), 1 / peak

        return planned(x, points, plan, 0.0)
