"""What friction laws have in common.

`torque` opposes the motion: it is positive for positive velocity, and acts on the body with the
opposite sign. A law that truly sticks gives only its smooth part (viscous, …) as `torque`, and
bounds for the rest: `sliding_…` is what dry friction has while the body moves in that direction,
`holding_…` what it can hold at rest. The integrator finds the torque within these bounds.
"""

from __future__ import annotations

import casadi as cs

from armwright.block.block import Block
from armwright.block.declarations import Input, Output
from armwright.block.quantities import Quantities


class Friction(Block):
    """A law between a velocity and a torque, for the joints (`channel`) that share it."""

    velocity = Input("rad/s", "velocity of the side it acts on", size="channel")
    torque = Output("N m", "friction torque; positive for positive velocity", size="channel")

    def bent(self, x: Quantities) -> cs.SX | float:
        """How far its bristles are bent on average, rad; 0 of a law that has none."""
        return 0.0


class StickingFriction(Friction):
    """A law that holds a body at rest, velocity exactly zero, below its break-away torque."""

    sliding_positive = Output("N m", "dry friction while velocity > 0", size="channel")
    sliding_negative = Output("N m", "dry friction while velocity < 0, counted > 0", size="channel")
    holding_positive = Output("N m", "break-away torque in positive direction", size="channel")
    holding_negative = Output("N m", "break-away torque in negative direction", size="channel")
