"""A motor that has less torque the faster it turns."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import casadi as cs

from armwright.arrays import Array
from armwright.block.declarations import Input, Output, Parameter
from armwright.block.quantities import NO_LIMIT, Quantities, Site
from armwright.blocks.drives import of_every_drive
from armwright.blocks.motors.motor import MotorBlock

#: Where base and maximum speed are the same, the torque falls within this part of them.
_CLIFF = 1e-9


class TorqueSpeedLimit(MotorBlock):
    """τ = max(−u(−ω), min(u(ω), τ_cmd)),  u(ω) = τ_p max(0, min(1, (ω_max − ω)/(ω_max − ω_b))).

    The peak torque τ_p up to the base speed ω_b, then less and less, and none from ω_max on: there
    the voltage induced by the speed has used up that of the supply. It helps when braking, which
    the peak torque limits at any speed. Other motors may stand before it: connect its input to
    what they give out.
    """

    kind = "torque_speed_limit"

    commanded_motor_torque = Input("N m", "τ_cmd")
    motor_velocity = Input("rad/s", "ω")
    limited = Output("", "1 while the torque is at its limit", flag=True)
    peak_torque = Parameter("N m", "τ_p", default=NO_LIMIT, above=0.0)
    base_speed = Parameter("rad/s", "ω_b", default="maximum_speed", at_least=0.0)
    maximum_speed = Parameter("rad/s", "ω_max", default=NO_LIMIT, above=0.0)

    def known(self, site: Site) -> Mapping[str, Any]:
        return of_every_drive(site.plant, peak_torque=lambda drive: drive.torque_limit)

    def parameters(self, site: Site) -> dict[str, Array]:
        values = super().parameters(site)
        self.check_order(values, "base_speed", "maximum_speed")
        return values

    def equations(self, x: Quantities) -> Mapping[str, cs.SX | float]:
        upper, lower = _most(x, x.motor_velocity), -_most(x, -x.motor_velocity)
        torque, limited = x.limited(x.commanded_motor_torque, lower, upper)
        return {"motor_torque": torque, "limited": limited}


def _most(x: Quantities, velocity: cs.SX) -> cs.SX:
    """u(ω)."""
    width = cs.fmax(x.maximum_speed - x.base_speed, _CLIFF * x.maximum_speed)
    share = (x.maximum_speed - velocity) / width
    return x.peak_torque * cs.fmax(0.0, cs.fmin(1.0, share))
