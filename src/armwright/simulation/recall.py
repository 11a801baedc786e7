"""Loops that were made before: a setup that differs in its seed alone runs at once.

The last few are kept, with the first values of their runs. Setups are compared by all they contain,
and by the files that their blocks read.
"""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np

from armwright.block.block import Block
from armwright.simulation.ensemble import Ensemble, ensemble
from armwright.simulation.loop import Loop, make_loop
from armwright.system.setup import Blocks, Setup

#: How many are kept: each holds its expressions and its machine code.
_MOST = 8
_Made = tuple[Any, Ensemble, Loop]
#: Replaced as a whole and never changed, so that threads need no lock: at worst, of two that add
#: a loop at once, one is not kept.
_made: tuple[_Made, ...] = ()


def recalled(setup: Setup) -> tuple[Ensemble, Loop]:
    """The loop of a single setup, and where its run begins."""
    global _made
    content = _content(setup)
    found = next((one for one in reversed(_made) if one[0] == content), None)
    if found is None:
        runs = ensemble((setup,), open_step=True)
        found = (content, runs, make_loop(runs.system))
    _, runs, loop = found
    others = [one for one in _made if one[2] is not loop]
    _made = (*others[1 - _MOST :], found)
    start = {**runs.start, "seed": np.array([[float(setup.seed)]])}
    return dataclasses.replace(runs, setups=(setup,), start=start), loop


def forget() -> None:
    """Lets go of all that is kept."""
    global _made
    _made = ()


def _content(setup: Setup) -> list[Any]:
    """All that a loop depends on."""
    names = [field.name for field in dataclasses.fields(setup)]
    fields = [getattr(setup, name) for name in names if name not in ("seed", "blocks")]
    blocks = [getattr(setup.blocks, field.name) for field in dataclasses.fields(Blocks)]
    return [type(setup), fields, [_of_slot(one) for one in blocks]]


def _of_slot(found: Block | tuple[Block, ...] | None) -> list[Any]:
    blocks = (found,) if isinstance(found, Block) else found or ()
    return [_of_block(block) for block in blocks]


def _of_block(block: Block) -> list[Any]:
    settings = dict(block.values)
    return [type(block), block.name, block.rate, dict(block.connect), settings, block.stamp()]
