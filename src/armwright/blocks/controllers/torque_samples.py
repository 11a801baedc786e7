"""Motor torques from elsewhere: what a log says that the motors did."""

from __future__ import annotations

from collections.abc import Mapping

import casadi as cs
import numpy as np

from armwright.arrays import Array
from armwright.block.block import Block
from armwright.block.declarations import Option, Output, Table
from armwright.block.quantities import Quantities, Site
from armwright.blocks.references.options import numbers


class TorqueSamples(Block):
    """τ[k] = the k-th row that was given, held for a sample; after the last row, none.

    There is no feedback: a model drives off from the arm whose torques these were, the faster the
    less it is like it.
    """

    kind = "torque_samples"

    commanded_motor_torque = Output("N m", "τ")
    torques = Option(tuple, "motor torques in N m, one row for each sample")
    torque_table = Table("N m", "motor torques")

    def tables(self, site: Site) -> Mapping[str, Array]:
        names = site.plant.motor_names
        expected = f"rows of {len(names)} numbers, one for each of {', '.join(names)}"
        given = numbers(self.name, "torques", self.torques, (-1, len(names)), expected)
        return {"torque_table": np.vstack([given, np.zeros(len(names))])}

    def equations(self, x: Quantities) -> Mapping[str, cs.SX | float]:
        return {"commanded_motor_torque": x.torque_table}
