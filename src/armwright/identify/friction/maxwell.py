"""Maxwell slip with any number of elements, and how a robot's file tells of it.

An element is the same as several that share its stiffness and its part of g: they stick and slip
together. So a law with few elements is written as one of the two that files know, its last element
in parts.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from armwright.laws.friction import GMS, GMS10, MaxwellSlip, maxwell_slip

#: What parts of an element have in common, and what they share.
_ALIKE, _SHARED = ("attraction", "damping"), ("stiffness", "share")
_WRITTEN = (GMS, GMS10)
MOST_ELEMENTS = GMS10.elements


@cache
def slip_law(elements: int) -> type[MaxwellSlip]:
    """The law with so many elements."""
    known = {law.elements: law for law in _WRITTEN}
    return known.get(elements) or maxwell_slip(f"gms{elements}", elements)


def free_numbers(elements: int, *, apart: bool) -> tuple[str, ...]:
    """σᵢ, νᵢ against the first, C and σ₁: of all elements, or of each `apart`."""
    every = range(1, elements + 1)
    shape = (*(f"stiffness_{i}" for i in every), *(f"share_{i}" for i in every if i > 1))
    if not apart:
        return (*shape, *_ALIKE)
    return (*shape, *(f"{name}_{i}" for name in _ALIKE for i in every))


def written_kind_of(elements: int) -> str:
    return next(law.kind for law in _WRITTEN if law.elements >= elements)


def written_names(name: str, elements: int) -> dict[str, float]:
    """Under which names a file has a number of the law with so many elements, and which part of it
    each of them is."""
    stem, _, place = name.rpartition("_")
    if not place.isdigit() or int(place) < elements:
        return {name: 1.0}
    size = next(law.elements for law in _WRITTEN if law.elements >= elements)
    parts = size - elements + 1
    share = 1.0 / parts if stem in _SHARED else 1.0
    return {f"{stem}_{i}": share for i in range(elements, size + 1)}


def written_numbers(settings: Mapping[str, float], elements: int) -> dict[str, float]:
    """All numbers as a file has them."""
    return {
        key: part * value
        for name, value in settings.items()
        for key, part in written_names(name, elements).items()
    }
