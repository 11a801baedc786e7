"""The temperature of the joints, which their friction heats."""

from __future__ import annotations

from collections.abc import Mapping

import casadi as cs

from armwright.block.block import Block
from armwright.block.declarations import Input, Output, Parameter, State
from armwright.block.quantities import Quantities


class Thermal(Block):
    """C dT/dt = Σ τ v − (T − T_a)/R: one body per joint, heated by its friction.

    τ and v are those of every direction in which friction acts, on its own side of the gear. It
    heats the joint whose temperature it feels; friction on elastic axes heats none. A run begins at
    T_a, or as much warmer as `initial_rise` says.
    """

    kind = "thermal"

    friction_torque = Input("N m", "τ", size="friction")
    friction_velocity = Input("rad/s", "v", size="friction")
    joint_temperature = Output("K", "T", size="joint")
    rise = State("K", "T − T_a − T₀", size="joint", linear=True, fixed=True)
    heat_capacity = Parameter("J/K", "C", above=0.0, size="joint")
    thermal_resistance = Parameter("K/W", "R, to the air", above=0.0, size="joint")
    initial_rise = Parameter(
        "K", "T₀, by which it is warmer than the air at first", default=0.0, size="joint"
    )
    ambient_temperature = Parameter("K", "T_a", default=293.15, above=0.0, size="joint")

    def equations(self, x: Quantities) -> Mapping[str, cs.SX | float]:
        power = cs.SX.zeros(x.rise.shape[0])
        for k, place in enumerate(x.site.plant.frictions):
            if place.channel.joint is not None:
                power[place.channel.joint] += x.friction_torque[k] * x.friction_velocity[k]
        rise = x.initial_rise + x.rise
        heating = power - rise / x.thermal_resistance
        return {
            "rise": heating / x.heat_capacity,
            "joint_temperature": x.ambient_temperature + rise,
        }
