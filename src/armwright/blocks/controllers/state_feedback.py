"""Feedback of the whole state: all joints' positions and velocities act on every motor."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import casadi as cs

from armwright.block.block import Block
from armwright.block.declarations import Input, Option, Output, Parameter
from armwright.block.quantities import NO_LIMIT, Quantities, Site
from armwright.blocks.drives import torque_limits
from armwright.blocks.references.options import numbers


class StateFeedback(Block):
    """τ = τ_ff − K [q − q_r; q̇ − q̇_r].

    K has a row for each motor: the gains of all joints' positions, then those of their velocities;
    `aw.linear.lqr` finds it. Passive joints count, too. τ is kept within ±torque_limit.
    """

    kind = "state_feedback"

    measured_joint_position = Input("rad", "q", size="joint")
    measured_joint_velocity = Input("rad/s", "q̇", size="joint")
    reference_joint_position = Input("rad", "q_r", size="joint", default=0.0)
    reference_joint_velocity = Input("rad/s", "q̇_r", size="joint", default=0.0)
    feedforward = Input("N m", "τ_ff", signal="feedforward_motor_torque", default=0.0)
    commanded_motor_torque = Output("N m", "τ")
    limited = Output("", "1 while τ is at its limit", flag=True)
    gain = Option(tuple, "K, row by row: N m/rad, then N m s/rad")
    torque_limit = Parameter("N m", "largest |τ|", default=NO_LIMIT, above=0.0)

    def known(self, site: Site) -> Mapping[str, Any]:
        return {"torque_limit": torque_limits(site.model)}

    def equations(self, x: Quantities) -> Mapping[str, cs.SX | float]:
        motors, joints = x.site.sizes["motor"], x.site.sizes["joint"]
        expected = f"{motors} rows, for the motors, of {2 * joints} numbers, for the joints"
        K = numbers(self.name, "gain", self.gain, (motors, 2 * joints), expected)
        departure = cs.vertcat(
            x.measured_joint_position - x.reference_joint_position,
            x.measured_joint_velocity - x.reference_joint_velocity,
        )
        wanted = x.feedforward - cs.mtimes(cs.SX(K), departure)
        torque, limited = x.limited(wanted, -x.torque_limit, x.torque_limit)
        return {"commanded_motor_torque": torque, "limited": limited}
