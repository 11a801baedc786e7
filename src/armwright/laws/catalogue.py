"""All laws that a description can name."""

from __future__ import annotations

import difflib
from collections.abc import Mapping

from armwright.block.block import Block
from armwright.errors import InputError
from armwright.laws.friction import LAWS as FRICTION_LAWS
from armwright.laws.transmission import LAWS as SPRING_LAWS

#: family → kind → law
CATALOGUE: dict[str, Mapping[str, type[Block]]] = {
    "friction": FRICTION_LAWS,
    "spring": SPRING_LAWS,
}


def find_law(family: str, kind: str) -> type[Block]:
    """The law of that family that descriptions call `kind`."""
    return find_in(CATALOGUE, family, kind)


def find_in(
    catalogue: Mapping[str, Mapping[str, type[Block]]], family: str, kind: str
) -> type[Block]:
    """What a catalogue has of a family under a name."""
    if family not in catalogue:
        raise _unknown("family of blocks", family, list(catalogue))
    if kind not in catalogue[family]:
        raise _unknown(f"kind of {family}", kind, list(catalogue[family]))
    return catalogue[family][kind]


def _unknown(what: str, name: str, known: list[str]) -> InputError:
    near = difflib.get_close_matches(name, known, n=1)
    return InputError(
        f"unknown {what}",
        got=repr(name),
        expected="one of " + ", ".join(known),
        hint=f"Do you mean '{near[0]}'?" if near else "",
    )
