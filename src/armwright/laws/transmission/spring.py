"""What laws of elasticity have in common."""

from __future__ import annotations

from armwright.block.block import Block
from armwright.block.declarations import Input, Output


class Spring(Block):
    """A law between a gear's deflection and its torque, for the joints (`channel`) that share it.

    The torque pulls the link back: it acts on the link with the opposite sign, and on the motor
    with its own.
    """

    deflection = Input("rad", "link side minus motor side", size="channel")
    deflection_rate = Input("rad/s", "velocity of link side minus motor side", size="channel")
    torque = Output("N m", "spring and damper; positive for positive deflection", size="channel")
    energy = Output("J", "what the spring stores", size="channel")
