"""Moving from point to point: all joints start and arrive together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import casadi as cs
import numpy as np

from armwright.blocks.block import Array
from armwright.blocks.declarations import Parameter
from armwright.blocks.quantities import Quantities, Setting
from armwright.blocks.references.profile import Trapezoid
from armwright.blocks.references.reference import Reference, motion


class PointToPoint(Reference):
    """q = q₀ + Σ Δq s(t), one trapezoidal s for all joints: ṡ ≤ 1 / max |Δqᵢ / q̇ᵢ|,
    s̈ ≤ 1 / max |Δqᵢ / q̈ᵢ|.

    Modelica Standard Library 4.0, Blocks.Sources.KinematicPTP2.
    """

    speed = Parameter(
        "rad/s",
        "the largest speed of each joint; unless given, the arm's own limit",
        above=0.0,
        size="joint",
    )
    acceleration = Parameter(
        "rad/s²", "the largest acceleration of each joint", above=0.0, size="joint"
    )
    start_time = Parameter("s", "when it starts to move", default=0.0, size="one")

    def known(self, setting: Setting) -> Mapping[str, Any]:
        limits = [joint.limits.velocity for joint in setting.robot.moving_joints]
        return {"speed": limits} if np.all(np.isfinite(limits)) else {}

    def through(self, x: Quantities, points: Sequence[Array], dwell: Any = 0.0) -> dict[str, Any]:
        """From each of the points to the next, with a rest of `dwell` (s) at those between."""
        q, v, a = cs.SX(points[0]), cs.SX.zeros(len(points[0])), cs.SX.zeros(len(points[0]))
        start = x.start_time
        for before, after in pairwise(points):
            move = after - before
            moving = np.flatnonzero(move).tolist()
            if moving:
                way = np.abs(move[moving])
                profile = Trapezoid(
                    cs.mmin(x.speed[moving] / way), cs.mmin(x.acceleration[moving] / way)
                )
                s = profile.at(x.time - start)
                q, v, a = q + move * s.position, v + move * s.velocity, a + move * s.acceleration
                start = start + profile.duration
            start = start + dwell
        return motion(q, v, a)
