"""All laws that a description can name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from armwright.block.block import Block
from armwright.errors import InputError, did_you_mean
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
        raise _unknown("family of blocks", family, catalogue)
    if kind not in catalogue[family]:
        raise _unknown(
            f"kind of {family}", kind, catalogue[family], "Is it your own? Add --blocks FILE.py."
        )
    return catalogue[family][kind]


def _unknown(what: str, name: str, known: Iterable[str], hint: str = "") -> InputError:
    return InputError(
        f"unknown {what}",
        got=repr(name),
        expected="one of " + ", ".join(known),
        hint=did_you_mean(name, known) or hint,
    )
