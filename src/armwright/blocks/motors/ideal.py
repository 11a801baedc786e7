"""A motor that gives the torque it is told."""

from __future__ import annotations

from collections.abc import Mapping

import casadi as cs

from armwright.block.declarations import Input
from armwright.block.quantities import Quantities
from armwright.blocks.motors.motor import MotorBlock


class IdealMotor(MotorBlock):
    """τ = τ_cmd.  S3 (13)-(16) with an ideal current loop."""

    kind = "ideal"

    commanded_motor_torque = Input("N m", "what the motor is told")

    def equations(self, x: Quantities) -> Mapping[str, cs.SX | float]:
        return {"motor_torque": x.commanded_motor_torque}
