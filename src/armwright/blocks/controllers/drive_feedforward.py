"""What a drive is given beforehand, motor by motor: for its inertia and its friction."""

from __future__ import annotations

from collections.abc import Mapping

import casadi as cs

from armwright.block.block import Block
from armwright.block.declarations import Input, Output, Parameter
from armwright.block.quantities import Quantities


class DriveFeedforward(Block):
    """i_d = a r̈ + f_c tanh(ṙ/v_t) + f_v ṙ.

    S3, at 1 kHz there, the rate of its set points; f_c may differ for ṙ > 0 and ṙ < 0, as S3's
    friction does.
    """

    kind = "drive_feedforward"

    reference_motor_velocity = Input("rad/s", "ṙ", default=0.0)
    reference_motor_acceleration = Input("rad/s²", "r̈", default=0.0)
    current = Output("A", "i_d", signal="drive_feedforward_motor_current")
    acceleration_feedforward = Parameter("A s²/rad", "a", default=0.0)
    coulomb_feedforward = Parameter("A", "f_c", default=0.0, directed=True)
    viscous_feedforward = Parameter("A s/rad", "f_v", default=0.0)
    feedforward_transition = Parameter("rad/s", "v_t", default=1.0, above=0.0)

    def equations(self, x: Quantities) -> Mapping[str, cs.SX | float]:
        v = x.reference_motor_velocity
        friction = x.directed("coulomb_feedforward", v) * cs.tanh(v / x.feedforward_transition)
        inertia = x.acceleration_feedforward * x.reference_motor_acceleration
        return {"current": inertia + friction + x.viscous_feedforward * v}
