"""A motor with its current controller: the drive of the Manutec r3."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import casadi as cs

from armwright.block.declarations import Input, Parameter, State
from armwright.block.quantities import Quantities, Site
from armwright.blocks.drives import of_every_drive
from armwright.blocks.motors.motor import CurrentDrivenMotor
from armwright.robot import Drive


class CurrentLoop(CurrentDrivenMotor):
    """L di/dt = −K v_C − k ω − R i,  dv_C/dt = (i − i_cmd)/(R_i C),  τ = k i.

    An amplifier with the capacitor C integrates the error of the current, a power stage K applies
    it to the windings, where the motor's speed induces k ω. Modelica Standard Library,
    MultiBody.Examples.Systems.RobotR3, after Otter and Türk 1988.
    """

    kind = "current_loop"

    motor_velocity = Input("rad/s", "ω")
    current = State("A", "i")
    voltage = State("V", "v_C, of the integrating capacitor")
    resistance = Parameter("Ω", "R, of the windings", above=0.0)
    inductance = Parameter("H", "L, of the windings", above=0.0)
    capacitance = Parameter("F", "C, of the integrator", above=0.0)
    input_resistance = Parameter("Ω", "R_i, volts at the integrator per ampere", above=0.0)
    power_gain = Parameter("", "K, of the power stage, dimensionless", above=0.0)

    def known(self, site: Site) -> Mapping[str, Any]:
        names = ("resistance", "inductance", "capacitance", "input_resistance", "power_gain")
        electrical = {name: _electrical(name) for name in names}
        return {**super().known(site), **of_every_drive(site.plant, **electrical)}

    def equations(self, x: Quantities) -> Mapping[str, cs.SX | float]:
        i, k = x.current, x.torque_constant
        applied = -x.power_gain * x.voltage - k * x.motor_velocity
        return {
            "current": (applied - x.resistance * i) / x.inductance,
            "voltage": (i - x.commanded_motor_current) / (x.input_resistance * x.capacitance),
            "motor_current": i,
            "motor_torque": k * i,
        }


def _electrical(name: str) -> Callable[[Drive], float | None]:
    return lambda drive: drive.electrical.get(name)
