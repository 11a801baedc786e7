"""What references have in common: where the joints should be, and how fast they should get there.

Positions and heights are given in rad, or in degrees if the block's option `degrees` says so;
prismatic joints are in m either way.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import casadi as cs
import numpy as np

from armwright.arrays import Array
from armwright.block.block import Block
from armwright.block.declarations import Option, Output, Table
from armwright.block.quantities import Quantities
from armwright.blocks.references.given import in_radians, numbers
from armwright.robot import Robot


class Reference(Block):
    """A motion of the joints."""

    reference_joint_position = Output("rad", "where the joints should be", size="joint")
    reference_joint_velocity = Output("rad/s", "its derivative", size="joint")
    reference_joint_acceleration = Output("rad/s²", "its second derivative", size="joint")
    degrees = Option(bool, "whether angles are given in degrees", default=False)

    def joint_vector(self, option: str, value: Any, robot: Robot) -> Array:
        """(n,) in rad and m; zeros if it was left out."""
        names = robot.joint_names
        if value is None:
            return np.zeros(len(names))
        expected = f"{len(names)} numbers, one for each of {', '.join(names)}"
        given = numbers(self.name, option, value, (len(names),), expected)
        return in_radians(given, robot) if self.degrees else given


class TabledReference(Reference):
    """A motion that is worked out before the run, sample by sample."""

    position_table = Table("rad", "reference position", size="joint")
    velocity_table = Table("rad/s", "reference velocity", size="joint")
    acceleration_table = Table("rad/s²", "reference acceleration", size="joint")

    def equations(self, x: Quantities) -> Mapping[str, cs.SX | float]:
        return motion(x.position_table, x.velocity_table, x.acceleration_table)


def motion(position: Any, velocity: Any, acceleration: Any) -> dict[str, Any]:
    """The three outputs of a reference."""
    return {
        "reference_joint_position": position,
        "reference_joint_velocity": velocity,
        "reference_joint_acceleration": acceleration,
    }
