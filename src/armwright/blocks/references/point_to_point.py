"""Moving from point to point: all joints start and arrive together."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any

import casadi as cs
import numpy as np

from armwright.arrays import Array
from armwright.block.declarations import Option, Parameter
from armwright.block.quantities import NO_LIMIT, Quantities, Site
from armwright.blocks.references.profiles import (
    MEANING,
    PROFILES,
    Profile,
    Progress,
    make_profile,
)
from armwright.blocks.references.reference import Reference, motion
from armwright.errors import InputError

#: From the joints that move and their ways: the profile, and how long until the next move starts.
MovePlan = Callable[[list[int], Array], tuple[Profile, Any]]


class PointToPoint(Reference):
    """q = q₀ + Σ Δq s(t), one s for all joints: ṡ ≤ 1 / max |Δqᵢ / q̇ᵢ|, s̈ ≤ 1 / max |Δqᵢ / q̈ᵢ|,
    and with the jerk-limited profile d³s/dt³ ≤ 1 / max |Δqᵢ / jᵢ|.

    Positions and velocities are continuous; accelerations too with the jerk-limited profile.
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
    jerk = Parameter(
        "rad/s³",
        "the largest jerk of each joint, for the jerk-limited profile",
        default=NO_LIMIT,
        above=0.0,
        size="joint",
    )
    profile = Option(str, MEANING, default="trapezoid", choices=PROFILES)
    start_time = Parameter("s", "when it starts to move", default=0.0, size="one")

    def known(self, site: Site) -> Mapping[str, Any]:
        limits = [joint.limits.velocity for joint in site.plant.robot.moving_joints]
        return {"speed": limits} if np.all(np.isfinite(limits)) else {}

    def through(
        self, x: Quantities, points: Sequence[Array], dwell: Any = 0.0, cycles: int = 1
    ) -> dict[str, Any]:
        """From each of the points to the next, with a rest of `dwell` (s) at those between; several
        times, if there are more `cycles`."""
        if self.profile == "jerk_limited" and "jerk" not in self.values:
            raise InputError(
                "parameter 'jerk' is missing",
                where=f"block '{self.name}'",
                expected="the largest jerk of each joint in rad/s³, as the profile is jerk-limited",
            )

        def plan(moving: list[int], way: Array) -> tuple[Profile, Any]:
            limits = (cs.mmin(y[moving] / way) for y in (x.speed, x.acceleration, x.jerk))
            profile = make_profile(self.profile, *limits)
            return profile, profile.duration + dwell

        return planned(x, points, plan, dwell, cycles)


def planned(
    x: Quantities, points: Sequence[Array], plan: MovePlan, pause: Any, cycles: int = 1
) -> dict[str, Any]:
    """Moves that may overlap: what they do adds up. A move of no length takes a `pause` (s).

    Several `cycles` are one with the time counted anew, so that their code is not longer than that
    of one. Between them the arm returns to the first point, unless it is there already.
    """
    home = np.array_equal(points[0], points[-1])
    tour = points if cycles == 1 or home else [*points, points[0]]
    moves, start = [], x.start_time
    for before, after in pairwise(tour):
        way = after - before
        moving = np.flatnonzero(way).tolist()
        if not moving:
            start = start + pause
            continue
        profile, until_next = plan(moving, np.abs(way[moving]))
        moves.append((way, profile, start))
        start = start + until_next
    time, again = x.time, 1.0
    if cycles > 1 and moves:
        period = start - x.start_time
        cycle = cs.fmin(cs.fmax(cs.floor((x.time - x.start_time) / period), 0.0), cycles - 1)
        time, again = x.time - cycle * period, cycle < cycles - 1
    q, v, a = cs.SX(points[0]), cs.SX.zeros(len(points[0])), cs.SX.zeros(len(points[0]))
    for k, (way, profile, begin) in enumerate(moves):
        s = profile.at(time - begin)
        if k == len(moves) - 1 and tour is not points:
            s = Progress(*(again * part for part in s))
        q, v, a = q + way * s.position, v + way * s.velocity, a + way * s.acceleration
    return motion(q, v, a)
