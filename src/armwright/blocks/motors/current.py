"""A motor with an ideal current loop."""

from __future__ import annotations

from collections.abc import Mapping

import casadi as cs

from armwright.block.quantities import Quantities
from armwright.blocks.motors.motor import CurrentDrivenMotor


class CurrentMotor(CurrentDrivenMotor):
    """i = i_cmd, τ = k i.  S3 (13)-(16) with an ideal current loop."""

    kind = "current"

    def equations(self, x: Quantities) -> Mapping[str, cs.SX | float]:
        i = x.commanded_motor_current
        return {"motor_current": i, "motor_torque": x.torque_constant * i}
