"""A compensator that is known by its torque alone."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

import casadi as cs

from armwright.block.block import Block
from armwright.block.declarations import Input, Option, Output
from armwright.block.quantities import Quantities
from armwright.errors import InputError


class TorqueMap(Block):
    """τ_i = F(q_i) of one joint, straight lines between given points, constant beyond them.

    S4 (2.32). The energy is −∫F dq, from the first point on.
    """

    kind = "torque_map"

    joint_position = Input("rad", "q", size="joint")
    compensator_joint_torque = Output("N m", "τ", size="joint", acts="joint")
    compensator_energy = Output("J", "−∫F dq", size="one", acts="energy")
    joint = Option(str, "the joint that it acts on")
    points = Option(tuple, "pairs (position in rad, torque in N m), positions rising")

    def equations(self, x: Quantities) -> Mapping[str, cs.SX | float]:
        names = x.site.plant.robot.joint_names
        if self.joint not in names:
            raise InputError(
                "no such joint",
                where=f"block '{self.name}'",
                got=repr(self.joint),
                expected="one of " + ", ".join(names),
            )
        points = self._pairs()
        k = names.index(self.joint)
        q = x.joint_position[k]
        torque, energy = _along(points, q)
        unit = cs.SX.zeros(len(names))
        unit[k] = torque
        return {"compensator_joint_torque": unit, "compensator_energy": -energy}

    def _pairs(self) -> list[tuple[float, float]]:
        try:
            pairs = [(float(q), float(torque)) for q, torque in self.points]
        except (TypeError, ValueError):
            pairs = []
        rising = all(a[0] < b[0] for a, b in pairwise(pairs))
        if len(pairs) < 2 or not rising:
            raise InputError(
                "'points'",
                where=f"block '{self.name}'",
                got=repr(self.points)[:60],
                expected="two or more pairs (position, torque), positions rising",
            )
        return pairs


def _along(points: list[tuple[float, float]], q: cs.SX) -> tuple[cs.SX, cs.SX]:
    """F(q) and ∫F dq from the first point: a sum over the pieces, each clamped to its ends."""
    (first, start), (last, end) = points[0], points[-1]
    torque = cs.SX(start)
    energy = start * cs.fmin(q - first, 0.0) + end * cs.fmax(q - last, 0.0)
    for (a, low), (b, high) in pairwise(points):
        way = cs.fmin(cs.fmax(q - a, 0.0), b - a)
        slope = (high - low) / (b - a)
        torque = torque + slope * way
        energy = energy + way * (low + 0.5 * slope * way)
    return torque, energy
