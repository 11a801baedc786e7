"""Blocks that make simple signals."""

from __future__ import annotations

from collections.abc import Mapping

import casadi as cs

from armwright.block import Block, Output, Parameter, Quantities


class Clock(Block):
    """Commands the time as a torque: its value tells when it was computed."""

    command = Output("N m", "t", signal="commanded_motor_torque")

    def equations(self, x: Quantities) -> Mapping[str, cs.SX | float]:
        return {"command": cs.repmat(x.time, len(x.site.plant.robot.moving_joints), 1)}


class Constant(Block):
    """A constant torque of the motors."""

    command = Output("N m", "τ", signal="commanded_motor_torque")
    torque = Parameter("N m", "τ")

    def equations(self, x: Quantities) -> Mapping[str, cs.SX | float]:
        return {"command": x.torque}


class Swell(Block):
    """A motor torque that rises smoothly from 0 to `torque` within `rise`, and stays."""

    command = Output("N m", "τ", signal="commanded_motor_torque")
    torque = Parameter("N m", "the torque it rises to")
    rise = Parameter("s", "how long it rises", size="one")

    def equations(self, x: Quantities) -> Mapping[str, cs.SX | float]:
        share = cs.fmin(x.time / x.rise, 1.0)
        return {"command": x.torque * share**2 * (3.0 - 2.0 * share)}
