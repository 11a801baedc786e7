"""From pose to pose on a test plane of ISO 9283, in cycles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType

import casadi as cs
import numpy as np

from armwright.arm import Arm, compile
from armwright.arm.inverse.chain import chain_to
from armwright.arrays import Array
from armwright.block.declarations import Option, Parameter
from armwright.block.quantities import Quantities, Site
from armwright.blocks.references.iso9283 import OnTestPlane
from armwright.blocks.references.options import ORIENTATION, kept_rotation, unfit
from armwright.blocks.references.point_to_point import PointToPoint
from armwright.blocks.references.profiles import make_profile
from armwright.errors import InputError
from armwright.robot import Robot

#: A name for messages, and where the tool shall be, in m.
Stop = tuple[str, Array]


class PoseToPose(PointToPoint, OnTestPlane):
    """Each pose is met at rest, by moves of the joints; the tool's orientation is the same at all
    of them, but not on the way. Joint positions are those of the controller's model, at the first
    pose near to the posture, then near to the pose before.
    """

    declared = MappingProxyType({**PointToPoint.declared, **OnTestPlane.declared})

    posture = Option(tuple, "joint positions near to those at the first pose")
    orientation = Option(tuple, f"{ORIENTATION}; by default as in the posture", default=None)
    position_only = Option(bool, "whether the tool's orientation does not matter", default=None)
    cycles = Option(int, "how many cycles", default=1)
    dwell = Parameter("s", "rest at each pose between", default=0.5, at_least=0.0, size="one")

    def stops(self) -> Sequence[Stop]:
        """Of one cycle, in order; the same name is the same pose."""
        raise NotImplementedError

    def lasts(self, site: Site) -> float:
        """Until all cycles are over, s, with the rest at the end."""
        given = self.parameters(site)
        points = self._joint_positions(self.stops(), site.model.robot)
        home = [] if np.array_equal(points[0], points[-1]) else [points[0]]
        moves = sum(self._takes(a, b, given) for a, b in pairwise(points))
        between = sum(self._takes(a, b, given) for a, b in pairwise([points[-1], *home]))
        cycles = self.cycles * moves + (self.cycles - 1) * between
        return float(given["start_time"][0] + cycles)

    def _takes(self, before: Array, after: Array, given: Mapping[str, Array]) -> float:
        """A move and the rest after it, s."""
        way = np.abs(after - before)
        dwell, moving = float(given["dwell"][0]), way > 0
        if not moving.any():
            return dwell
        names = ("speed", "acceleration", "jerk")
        limits = (float((given[name][moving] / way[moving]).min()) for name in names)
        return float(make_profile(self.profile, *limits).duration) + dwell

    def equations(self, x: Quantities) -> Mapping[str, cs.SX | float]:
        stops = self.stops()
        if self.cycles < 1:
            raise unfit(self.name, "cycles", self.cycles, "1 or more")
        points = self._joint_positions(stops, x.site.model.robot)
        return self.through(x, points, x.dwell, self.cycles)

    def _joint_positions(self, stops: Sequence[Stop], model: Robot) -> list[Array]:
        """At each stop of the cycle; the same at the same stop."""
        arm, chain = compile(model), chain_to(model, model.tool)
        near = self.joint_vector("posture", self.posture, model)
        free = chain.only_places if self.position_only is None else self.position_only
        R = kept_rotation(self.name, self.orientation, self.degrees, arm.pose(near)[:3, :3], free)
        found: dict[str, Array] = {}
        for name, place in stops:
            if name not in found:
                near = found[name] = self._reached(arm, name, place, R, near)
        return [found[name] for name, _ in stops]

    def _reached(self, arm: Arm, name: str, place: Array, R: Array | None, near: Array) -> Array:
        target = place
        if R is not None:
            target = np.eye(4)
            target[:3, :3], target[:3, 3] = R, place
        try:
            q: Array = arm.inverse_kinematics(target, near, position_only=R is None).q
        except InputError as error:
            raise InputError(
                error.what,
                where=f"block '{self.name}', {name}",
                got=error.got,
                expected=error.expected,
                hint="Move the cube, make it smaller, or set another 'orientation' or 'posture'.",
            ) from None
        return q

    def numbered(self, option: str, value: tuple[int, ...]) -> tuple[int, ...]:
        """Numbers of points, from 1."""
        if not value or any(number not in (1, 2, 3, 4, 5) for number in value):
            raise unfit(self.name, option, value, "numbers of points, from 1 to 5")
        return tuple(int(number) for number in value)
