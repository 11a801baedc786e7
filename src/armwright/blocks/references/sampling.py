"""What a reference says, worked out before a run."""

from __future__ import annotations

import math

import casadi as cs
import numpy as np

from armwright.arrays import Array
from armwright.block.block import Block
from armwright.block.declarations import Table
from armwright.block.quantities import Quantities, Setting
from armwright.memory import afford

_POSITION = "reference_joint_position"


#: Bytes for a number of a table, and for what comes and goes while it is worked out.
_PER_NUMBER = 8 * 3


def rows_of_run(block: str, setting: Setting, end: float = math.inf) -> int:
    """The samples of a run and one beyond, or those up to `end` (s) if that is earlier; refused if
    memory cannot hold position, velocity and acceleration for all of them."""
    rows = math.ceil(min(end, setting.duration) / setting.period) + 2
    afford(
        3 * _PER_NUMBER * rows * setting.sizes["joint"],
        f"the {rows} samples of the reference",
        f"block '{block}'",
        "Try a shorter duration, or a lower rate of the block.",
    )
    return rows


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
