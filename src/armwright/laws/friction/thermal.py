"""The temperature of the joints, which their friction heats."""

from __future__ import annotations

from collections.abc import Mapping

import casadi as cs

from armwright.block.block import Block
from armwright.block.declarations import Input, Option, Output, Parameter, State
from armwright.block.quantities import Quantities
from armwright.robot import Drive


class Thermal(Block):
    """C dT/dt = τ v − (T − T_a)/R: one body per joint, heated by its friction.

    τ and v are those of the side of the gear where friction acts. A run begins at T_a.
    """

    kind = "thermal"

    friction_torque = Input("N m", "τ", signal="friction_torque", size="motor")
    motor_velocity = Input("rad/s", "v on the motor's side", size="motor")
    joint_velocity = Input("rad/s", "v on the joint's side", size="joint")
    joint_temperature = Output("K", "T", size="joint")
    rise = State("K", "T − T_a", size="joint", linear=True)
    heat_capacity = Parameter("J/K", "C", above=0.0, size="joint")
    thermal_resistance = Parameter("K/W", "R, to the air", above=0.0, size="joint")
    ambient_temperature = Parameter("K", "T_a", default=293.15, above=0.0, size="joint")
    side = Option(
        str,
        "where friction acts: on the motor's or the joint's side, or as the robot says",
        default="robot",
        choices=("robot", "motor", "joint"),
    )

    def equations(self, x: Quantities) -> Mapping[str, cs.SX | float]:
        sides = {"motor": x.motor_velocity, "joint": x.joint_velocity}
        v = cs.vertcat(*(sides[side][k] for k, side in enumerate(self._sides(x))))
        heating = x.friction_torque * v - x.rise / x.thermal_resistance
        return {
            "rise": heating / x.heat_capacity,
            "joint_temperature": x.ambient_temperature + x.rise,
        }

    def _sides(self, x: Quantities) -> list[str]:
        joints = x.setting.plant.robot.moving_joints
        if self.side != "robot":
            return [self.side] * len(joints)
        return [(joint.drive or Drive()).friction_side for joint in joints]
