"""Machine code that was made before: a setup that differs from an earlier one in its seed, in free
numbers or in how many steps it takes runs at once.

The last few are kept, with the first values of their runs. Setups are compared by all they contain,
and by the files that their blocks read.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from typing import Any, NamedTuple

from armwright.block.block import Block
from armwright.simulation.budget import check_memory
from armwright.simulation.ensemble import OpenSystem
from armwright.simulation.figures import Figure
from armwright.simulation.loop import Loop, make_loop
from armwright.simulation.making import making
from armwright.system.setup import Blocks, Setup

#: How many are kept: each holds its expressions and its machine code.
_MOST = 16


class Ready(NamedTuple):
    """A setup's runs, whatever their free numbers, and the code that runs them."""

    opened: OpenSystem
    loop: Loop


class _Content(NamedTuple):
    """All that a loop depends on."""

    parts: list[Any]
    free: frozenset[str]
    figures: tuple[Figure, ...]
    record: bool


#: Replaced as a whole and never changed, so that `forget` needs no lock.
_made: tuple[tuple[_Content, Ready], ...] = ()


def recalled(
    setup: Setup,
    free: Iterable[str] = (),
    figures: tuple[Figure, ...] = (),
    *,
    record: bool = True,
) -> Ready:
    """The code of a setup; `free`: the numbers that stay inputs of it. Without `record` figures are
    all that is left of a run."""
    global _made
    content = _Content(content_of(setup), frozenset(free), figures, record)
    with making:
        found = next((one for one in reversed(_made) if one[0] == content), None)
        if found is None:
            opened = OpenSystem(setup, content.free, open_step=True)
            if record:
                check_memory(opened.system, 1)
            loop = make_loop(opened.system, figures=figures, record=record)
            found = (content, Ready(opened, loop))
        others = [one for one in _made if one[1] is not found[1]]
        _made = (*others[1 - _MOST :], found)
    return found[1]


def forget() -> None:
    """Lets go of all that is kept."""
    global _made
    _made = ()


def content_of(setup: Setup) -> list[Any]:
    """All that its machine code depends on; to be compared with that of others."""
    names = [field.name for field in dataclasses.fields(setup)]
    others = [name for name in names if name not in ("seed", "blocks", "integration")]
    fields = [getattr(setup, name) for name in others]
    blocks = [getattr(setup.blocks, field.name) for field in dataclasses.fields(Blocks)]
    integration = setup.integration
    how = (integration.method, integration.baumgarte, integration.holds)
    return [type(setup), how, fields, [_of_slot(one) for one in blocks]]


def _of_slot(found: Block | tuple[Block, ...] | None) -> list[Any]:
    blocks = (found,) if isinstance(found, Block) else found or ()
    return [_of_block(block) for block in blocks]


def _of_block(block: Block) -> list[Any]:
    settings = dict(block.values)
    return [type(block), block.name, block.rate, dict(block.connect), settings, block.stamp()]
