"""What references have in common: where the joints should be, and how fast they should get there;
and what they say, worked out before a run.

Positions and heights are given in rad, or in degrees if the block's option `degrees` says so;
prismatic joints are in m either way.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import casadi as cs
import numpy as np

from armwright.arrays import Array
from armwright.block.block import Block
from armwright.block.declarations import Option, Output, Table
from armwright.block.mistakes import evaluated
from armwright.block.quantities import Quantities, Site
from armwright.blocks.references.options import in_radians, numbers
from armwright.memory import afford
from armwright.robot import Robot

_POSITION = "reference_joint_position"


#: Bytes for a number of a table, and for what comes and goes while it is worked out.
_PER_NUMBER = 8 * 3


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


def rows_of_run(block: str, site: Site, end: float = math.inf) -> int:
    """The samples of a run and one beyond, or those up to `end` (s) if that is earlier; refused if
    memory cannot hold position, velocity and acceleration for all of them."""
    rows = math.ceil(min(end, site.duration) / site.period) + 2
    afford(
        3 * _PER_NUMBER * rows * site.sizes["joint"],
        f"the {rows} samples of the reference",
        f"block '{block}'",
        "Try a shorter duration, or a lower rate of the block.",
    )
    return rows


def positions(block: Block, site: Site, rows: int) -> Array:
    """(rows, n): the positions that a reference gives, sample by sample."""
    if block.of(Table):
        table = block.tables(site)["position_table"]
        return np.asarray(table[np.minimum(np.arange(rows), len(table) - 1)])
    time = cs.SX.sym("time")
    values = {name: cs.SX(value) for name, value in block.parameters(site).items()}
    x = Quantities(values, site, time, cs.SX(0), cs.SX(0), block.name)
    function = cs.Function("u", [time], [cs.densify(evaluated(block, x)[_POSITION])])
    return np.array(function.map(rows)(site.period * np.arange(rows)[None])).T
