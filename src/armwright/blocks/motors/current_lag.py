"""A motor whose current follows with a first-order lag."""

from __future__ import annotations

from collections.abc import Mapping

import casadi as cs

from armwright.block.declarations import Parameter, State
from armwright.block.quantities import Quantities
from armwright.blocks.motors.motor import CurrentDrivenMotor


class CurrentLag(CurrentDrivenMotor):
    """di/dt = (i_cmd − i)/T, τ = k i.  S3 (13)-(16)."""

    kind = "current_lag"

    current = State("A", "i", linear=True)
    time_constant = Parameter("s", "T", above=0.0)

    def equations(self, x: Quantities) -> Mapping[str, cs.SX | float]:
        return {
            "current": (x.commanded_motor_current - x.current) / x.time_constant,
            "motor_current": x.current,
            "motor_torque": x.torque_constant * x.current,
        }
