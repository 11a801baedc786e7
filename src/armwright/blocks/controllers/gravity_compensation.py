"""Feed-forward of the torques that carry the arm's weight."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from types import MappingProxyType
from typing import Any

import casadi as cs

from armwright.block.block import Block
from armwright.block.declarations import Input, Option, Output
from armwright.block.quantities import Quantities
from armwright.blocks.controllers.model_torque import at_motors, gravity_torque


class GravityCompensation(Block):
    """τ_ff = η⁻ᵀ g(q), with g of the controller's model, at measured or at reference positions.

    With PD control of the motors they then come to rest without an error (Takegaki and Arimoto
    1981); behind elastic gears the links still sag, by the springs' deflection.
    """

    kind = "gravity_compensation"

    joint_position = Input("rad", "q", signal="measured_joint_position", size="joint")
    feedforward_motor_torque = Output("N m", "τ_ff")
    at = Option(
        str,
        "whose positions it takes: 'measured' or 'reference'",
        default="measured",
        choices=("measured", "reference"),
    )

    def __init__(self, *, at: str = "measured", **settings: Any) -> None:
        position = copy(type(self).of(Input)["joint_position"])
        position.signal = f"{at}_joint_position"
        self.declared = MappingProxyType({**type(self).declared, "joint_position": position})
        super().__init__(at=at, **settings)

    def equations(self, x: Quantities) -> Mapping[str, cs.SX | float]:
        torque = gravity_torque(x.site.model, x.joint_position)
        return {"feedforward_motor_torque": at_motors(x.site.model, torque)}
