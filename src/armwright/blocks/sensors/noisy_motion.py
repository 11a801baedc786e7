"""Positions and velocities with noise on them that somebody else draws."""

from __future__ import annotations

from collections.abc import Mapping

import casadi as cs

from armwright.block.declarations import Input, Output
from armwright.block.quantities import Quantities
from armwright.blocks.sensors.sided import Sided


class NoisyMotion(Sided):
    """q_m = q + n at every instant: see BandLimitedNoise."""

    position = Input("rad", "q", signal="joint_position", size="joint")
    velocity = Input("rad/s", "q̇", signal="joint_velocity", size="joint")
    position_noise = Input("rad", "n of positions", size="joint")
    velocity_noise = Input("rad/s", "n of velocities", size="joint")
    measured_position = Output("rad", "q_m", signal="measured_joint_position", size="joint")
    measured_velocity = Output("rad/s", "q̇_m", signal="measured_joint_velocity", size="joint")

    def equations(self, x: Quantities) -> Mapping[str, cs.SX | float]:
        return {
            "measured_position": x.position + x.position_noise,
            "measured_velocity": x.velocity + x.velocity_noise,
        }
