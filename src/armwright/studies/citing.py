"""Claims and chapters with authors and years in the place of the tags of their sources."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from typing import TypeVar

from matplotlib.figure import Figure
from matplotlib.text import Text

from armwright.sources import cited

T = TypeVar("T")


def cited_in(part: T) -> T:
    """The same part, whatever it is made of; words in pictures are changed in place."""
    return _cited(part)  # type: ignore[return-value]


def _cited(part: object) -> object:
    match part:
        case str():
            return cited(part)
        case Figure():
            for text in part.findobj(Text):
                assert isinstance(text, Text)
                words = cited(text.get_text())
                if words != text.get_text():
                    text.set_text(words)
            return part
        case Mapping():
            return {name: _cited(value) for name, value in part.items()}
        case Sequence():
            return tuple(_cited(one) for one in part)
    if is_dataclass(part) and not isinstance(part, type):
        return replace(part, **{one.name: _cited(getattr(part, one.name)) for one in fields(part)})
    return part
