"""The accelerometer at the tool."""

from __future__ import annotations

from collections.abc import Mapping

import casadi as cs

from armwright.block.declarations import Input, Option, Output, Parameter
from armwright.block.quantities import Quantities
from armwright.blocks.sensors.sampled_sensor import SampledSensor
from armwright.blocks.sensors.tool_rotation import lever_acceleration, tool_rotation, turned

GRAVITY, SUPPORT = "gravity", "support"


class Accelerometer(SampledSensor):
    """ρ̈_s = R_sb(q) (ρ̈_b + G_b) + δ + noise, with ρ̈_b = J q̈ + J̇ q̇ of the sensor's place.  S0 (2.7).

    Sign of gravity: S0 adds the acceleration of free fall, G_b = g = (0, 0, −9.81) m/s² for a base
    whose z axis points up. A sensor at rest then shows g, 9.81 m/s² downwards. Real sensors show
    the specific force, G_b = −g: 9.81 m/s² upwards at rest, nothing in free fall. `at_rest_shows`
    says which.

    The sensor sits at the tool frame's origin and has its axes, but for its mounting error, both in
    tool axes: shifted by `position_error`, and turned by the three angles of `angle_error` about
    x, then y, then z, R_ts = Rz Ry Rx. It sees the arm at the instant before new commands act on
    it. Where the arm has elastic axes beside its joints, they move the sensor, and do not turn it.
    """

    kind = "accelerometer"

    joint_position = Input("rad", "q", size="joint")
    joint_velocity = Input("rad/s", "q̇", size="joint")
    joint_acceleration = Input("rad/s²", "q̈", size="joint")
    tool_acceleration = Input("m/s²", "J q̈ + J̇ q̇ of the tool frame's origin", size="axis")
    accelerometer = Output("m/s²", "ρ̈_s, in the sensor's axes", size="axis")
    position_error = Parameter(
        "m", "where the sensor sits, from the tool frame's origin", default=0.0, size="axis"
    )
    angle_error = Parameter(
        "rad", "how it is turned about the tool frame's axes", default=0.0, size="axis"
    )
    drift = Parameter("m/s²", "δ, in the sensor's axes", default=0.0, size="axis")
    noise = Parameter(
        "m/s²", "standard deviation of white noise", default=0.0, at_least=0.0, size="axis"
    )
    at_rest_shows = Option(
        str,
        "'gravity' (free fall, downwards: S0) or 'support' (upwards: real sensors)",
        default=GRAVITY,
        choices=(GRAVITY, SUPPORT),
    )

    def equations(self, x: Quantities) -> Mapping[str, cs.SX | float]:
        q, v, a = x.joint_position, x.joint_velocity, x.joint_acceleration
        R_bt = tool_rotation(x.setting.robot, q)
        lever = cs.mtimes(R_bt, x.position_error)
        moved = x.tool_acceleration + lever_acceleration(lever, q, v, a)
        R_bs = cs.mtimes(R_bt, turned(x.angle_error))
        sensed = cs.mtimes(R_bs.T, moved + self._gravity(x))
        return {"accelerometer": sensed + x.drift + x.noise * x.normal("acceleration", 3)}

    def _gravity(self, x: Quantities) -> cs.SX:
        """G_b."""
        if not x.setting.fidelity.gravity:
            return cs.SX.zeros(3)
        fall = cs.SX(x.setting.robot.gravity)
        return fall if self.at_rest_shows == GRAVITY else -fall
