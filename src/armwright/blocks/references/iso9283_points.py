"""The five points of ISO 9283, one after the other."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import casadi as cs
import numpy as np

from armwright.arm import Arm, compile
from armwright.arm.inverse.chain import chain_to
from armwright.arrays import Array
from armwright.block.declarations import Option, Parameter
from armwright.block.quantities import Quantities
from armwright.blocks.references.iso9283 import OnTestPlane
from armwright.blocks.references.options import ORIENTATION, kept_rotation, unfit
from armwright.blocks.references.point_to_point import PointToPoint
from armwright.errors import InputError
from armwright.robot import Robot


class Iso9283Points(PointToPoint, OnTestPlane):
    """From point to point of a test plane, each met at rest, by moves of the joints; the tool's
    orientation is the same at all of them, but not on the way.

    One cycle leads from P1 to P5, P4, P3, P2 and back to P1. Points: module `iso9283`. Joint
    positions are those of the controller's model, at P1 near to the posture, then near to the
    point before.
    """

    kind = "iso9283_points"
    declared = MappingProxyType({**PointToPoint.declared, **OnTestPlane.declared})

    posture = Option(tuple, "joint positions near to those at P1")
    orientation = Option(tuple, f"{ORIENTATION}; by default as in the posture", default=None)
    position_only = Option(bool, "whether the tool's orientation does not matter", default=None)
    order = Option(tuple, "numbers of the points in one cycle", default=(1, 5, 4, 3, 2, 1))
    cycles = Option(int, "how many cycles", default=1)
    dwell = Parameter("s", "rest at each point between", default=0.5, at_least=0.0, size="one")

    def equations(self, x: Quantities) -> Mapping[str, cs.SX | float]:
        cycle = self._cycle()
        at = dict(zip(cycle, self._joint_positions(cycle, x.site.model.robot), strict=True))
        again = cycle[1:] if cycle[0] == cycle[-1] else cycle
        tour = [*cycle, *again * (self.cycles - 1)]
        return self.through(x, [at[number] for number in tour], x.dwell)

    def _cycle(self) -> tuple[int, ...]:
        """Numbers of points, from 1."""
        if not self.order or any(number not in (1, 2, 3, 4, 5) for number in self.order):
            raise unfit(self.name, "order", self.order, "numbers of points, from 1 to 5")
        if self.cycles < 1:
            raise unfit(self.name, "cycles", self.cycles, "1 or more")
        return tuple(int(number) for number in self.order)

    def _joint_positions(self, cycle: tuple[int, ...], model: Robot) -> list[Array]:
        """At each point of the cycle; the same at the same point."""
        arm, chain = compile(model), chain_to(model, model.tool)
        near = self.joint_vector("posture", self.posture, model)
        free = chain.only_places if self.position_only is None else self.position_only
        R = kept_rotation(self.name, self.orientation, self.degrees, arm.pose(near)[:3, :3], free)
        places = self.test_plane.points
        found: dict[int, Array] = {}
        for number in cycle:
            if number not in found:
                near = found[number] = self._reached(arm, number, places[number - 1], R, near)
        return [found[number] for number in cycle]

    def _reached(self, arm: Arm, number: int, place: Array, R: Array | None, near: Array) -> Array:
        target = place
        if R is not None:
            target = np.eye(4)
            target[:3, :3], target[:3, 3] = R, place
        try:
            q: Array = arm.inverse_kinematics(target, near, position_only=R is None).q
        except InputError as error:
            raise InputError(
                error.what,
                where=f"block '{self.name}', P{number}",
                got=error.got,
                expected=error.expected,
                hint="Move the cube, make it smaller, or set another 'orientation' or 'posture'.",
            ) from None
        return q
