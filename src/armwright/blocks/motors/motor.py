"""What motors have in common."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from armwright.block.block import Block
from armwright.block.declarations import Input, Output, Parameter
from armwright.block.quantities import Site
from armwright.blocks.drives import of_every_drive


class MotorBlock(Block):
    """From a command to a torque on the rotor."""

    motor_torque = Output("N m", "what the motor exerts on its rotor")


class CurrentDrivenMotor(MotorBlock):
    """A motor that is told its current; τ = k i."""

    commanded_motor_current = Input("A", "what the drive is told")
    motor_current = Output("A", "what flows")
    torque_constant = Parameter("N m/A", "k", above=0.0)

    def known(self, site: Site) -> Mapping[str, Any]:
        return of_every_drive(site.plant, torque_constant=lambda drive: drive.torque_constant)
