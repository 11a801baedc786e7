"""Cutting a long program, so that the time to compile it stays linear in its length.

The register allocators and schedulers of LLVM and of C compilers are superlinear in the length of a
basic block. A very long program becomes several functions; values that cross a cut go through slots
of a work array.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field

from armwright.compiler.program import Program, Store
from armwright.compiler.translate import LEAVES, Plan

#: Programs up to this length stay whole: cutting those takes half as long again to run.
WHOLE_LIMIT = 8000
PIECE_LENGTH = 4000


@dataclass
class Piece:
    """Instructions `stretch`; `enters`, `leaves`: the slots of values that cross its ends."""

    stretch: range
    stores: list[Store] = field(default_factory=list)
    enters: dict[int, int] = field(default_factory=dict)
    leaves: dict[int, int] = field(default_factory=dict)
    slots_in_use: int = 0


def stays_whole(program: Program) -> bool:
    return len(program.code) <= WHOLE_LIMIT


def cut(plan: Plan, *, stores_last: bool = False) -> list[Piece]:
    """The pieces of the program, in order. `stores_last`: no result is stored before all inputs
    have been read, for programs whose results overwrite their inputs."""
    length = len(plan.program.code)
    step = length if stays_whole(plan.program) else PIECE_LENGTH
    pieces = [Piece(range(k, min(k + step, length))) for k in range(0, length, max(step, 1))]
    pieces = pieces or [Piece(range(0))]
    home = {k: p for p, piece in enumerate(pieces) for k in piece.stretch}
    last_use = _last_uses(plan, home)
    for store in plan.program.stores:
        leaf = plan.program.code[store.value][0] in LEAVES
        where = len(pieces) - 1 if stores_last else home[store.value]
        pieces[where].stores.append(store)
        if where != home[store.value] and not leaf:
            last_use[store.value] = where
    _assign_slots(pieces, home, last_use)
    return pieces


def _last_uses(plan: Plan, home: dict[int, int]) -> dict[int, int]:
    """Value → last piece that reads it, for values that a later piece reads."""
    last: dict[int, int] = {}
    for index, instruction in enumerate(plan.program.code):
        if instruction[0] in LEAVES or index in plan.absorbed:
            continue
        for source in plan.sources(index):
            crosses = home[source] != home[index]
            if crosses and plan.program.code[source][0] not in LEAVES:
                last[source] = home[index]
    return last


def _assign_slots(pieces: list[Piece], home: dict[int, int], last_use: dict[int, int]) -> None:
    ends: dict[int, list[int]] = defaultdict(list)
    begins: dict[int, list[int]] = defaultdict(list)
    for value, last in last_use.items():
        ends[last].append(value)
        begins[home[value]].append(value)
    slot: dict[int, int] = {}
    free: list[int] = []
    used = 0
    for p, piece in enumerate(pieces):
        piece.enters = dict(slot)
        for value in begins[p]:
            if not free:
                free.append(used)
                used += 1
            slot[value] = piece.leaves[value] = free.pop()
        # a slot is free again only after the piece that reads it last has run
        free.extend(slot.pop(value) for value in ends[p])
        piece.slots_in_use = used
