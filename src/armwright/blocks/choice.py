"""Options that are one of a few words."""

from __future__ import annotations

import difflib
from collections.abc import Sequence

from armwright.blocks.block import Block
from armwright.errors import InputError


def check_choice(block: Block, option: str, choices: Sequence[str]) -> None:
    """Refuse a block whose `option` is none of the `choices`."""
    given = block.values[option]
    if given not in choices:
        near = difflib.get_close_matches(given, choices, n=1)
        raise InputError(
            f"unknown '{option}'",
            where=f"block '{block.name}'",
            got=repr(given),
            expected="one of " + ", ".join(choices),
            hint=f"Do you mean '{near[0]}'?" if near else "",
        )
