"""What a reference says, worked out before a run."""

from __future__ import annotations

import casadi as cs
import numpy as np

from armwright.block.block import Array, Block
from armwright.block.declarations import Table
from armwright.block.quantities import Quantities, Setting

_POSITION = "reference_joint_position"


def positions(block: Block, setting: Setting, rows: int) -> Array:
    """(rows, n): the positions that a reference gives, sample by sample."""
    if block.of(Table):
        table = block.tables(setting)["position_table"]
        return np.asarray(table[np.minimum(np.arange(rows), len(table) - 1)])
    time = cs.SX.sym("time")
    values = {name: cs.SX(value) for name, value in block.parameters(setting).items()}
    x = Quantities(values, setting, time, cs.SX(0), cs.SX(0), block.name)
    function = cs.Function("u", [time], [cs.densify(cs.SX(block.equations(x)[_POSITION]))])
    return np.array(function.map(rows)(setting.period * np.arange(rows)[None])).T
