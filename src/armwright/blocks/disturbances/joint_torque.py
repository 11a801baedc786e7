"""A constant torque at the joints."""

from __future__ import annotations

from collections.abc import Mapping

import casadi as cs

from armwright.block.block import Block
from armwright.block.declarations import Output, Parameter
from armwright.block.quantities import NO_LIMIT, Quantities
from armwright.blocks.disturbances.interval import during


class JointTorque(Block):
    """τ = torque for begin ≤ t < end, else 0: on the links, in the direction of the joints."""

    kind = "joint_torque"

    disturbance_joint_torque = Output("N m", "τ", size="joint", acts="joint")
    torque = Parameter("N m", "τ while it acts", size="joint")
    begin = Parameter("s", "when it sets in", default=0.0, size="one")
    end = Parameter("s", "when it ceases", default=NO_LIMIT, size="one")

    def equations(self, x: Quantities) -> Mapping[str, cs.SX | float]:
        return {"disturbance_joint_torque": during(x.time, x.begin, x.end, x.torque)}
