"""The accelerometer, at the tool or on any other frame of the arm."""

from __future__ import annotations

from collections.abc import Mapping

import casadi as cs

from armwright.block.declarations import Input, Option, Output, Parameter
from armwright.block.quantities import Quantities
from armwright.blocks.sensors.framed import Framed, turned

GRAVITY, SUPPORT = "gravity", "support"


class Accelerometer(Framed):
    """ρ̈_s = R_sb (ρ̈_b + G_b) + δ + noise, ρ̈_b the acceleration of the sensor's place.  S0 (2.7).

    Sign of gravity: S0 adds the acceleration of free fall, G_b = g = (0, 0, −9.81) m/s² for a base
    whose z axis points up. A sensor at rest then shows g, 9.81 m/s² downwards. Real sensors show
    the specific force, G_b = −g: 9.81 m/s² upwards at rest, nothing in free fall. `at_rest_shows`
    says which.

    The sensor sits at the origin of its frame, the tool or another, and has its axes, but for its
    mounting error, both in axes of the frame: shifted by `position_error` l, and turned by the
    three angles of `angle_error` about x, then y, then z, R_fs = Rz Ry Rx; so that
    ρ̈_b = a + α × l + ω × (ω × l). It sees the arm at the instant before new commands act on it.
    """

    kind = "accelerometer"

    acceleration = Input("m/s²", "a, of the frame's origin", signal="acceleration of", size="axis")
    rotation = Input("", "R_bf", signal="rotation of", size=9)
    angular_velocity = Input("rad/s", "ω", signal="angular_velocity of", size="axis")
    angular_acceleration = Input("rad/s²", "α", signal="angular_acceleration of", size="axis")
    gravity = Input("m/s²", "g, of free fall", size="axis")
    accelerometer = Output("m/s²", "ρ̈_s, in the sensor's axes", size="axis")
    position_error = Parameter(
        "m", "l, where the sensor sits, from the frame's origin", default=0.0, size="axis"
    )
    angle_error = Parameter(
        "rad", "how it is turned about the frame's axes", default=0.0, size="axis"
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
        R_bf, omega = cs.reshape(x.rotation, 3, 3), x.angular_velocity
        lever = cs.mtimes(R_bf, x.position_error)
        turning = cs.cross(x.angular_acceleration, lever)
        place = x.acceleration + turning + cs.cross(omega, cs.cross(omega, lever))
        R_bs = cs.mtimes(R_bf, turned(x.angle_error))
        sign = 1.0 if self.at_rest_shows == GRAVITY else -1.0
        sensed = cs.mtimes(R_bs.T, place + sign * x.gravity)
        return {"accelerometer": sensed + x.drift + x.noise * x.normal("acceleration", 3)}
