"""The vectors of a run: their names, and what the layout says of them."""

from __future__ import annotations

from armwright.system.layout import LAYOUT
from armwright.system.names import CONSTANTS, INERTIA, RESERVED


def test_every_name_of_a_vector_is_reserved_and_no_other() -> None:
    names = [slot.name for slot in LAYOUT]
    assert len(set(names)) == len(names)
    assert {*names, CONSTANTS, INERTIA} == RESERVED
