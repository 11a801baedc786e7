"""References that are made of another one."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from armwright.block.block import Block
from armwright.block.declarations import Option
from armwright.blocks.references.reference import TabledReference
from armwright.blocks.references.unfiltered import UNFILTERED


class Sourced(TabledReference):
    """`raw` is the other reference; it may be made of a third one."""

    source = Option(dict, "the other reference: its kind and its settings")

    def __init__(self, *, source: object = Option.required, **settings: Any) -> None:
        # Whatever becomes of the table, the block keeps what it was given.
        given: dict[str, Any] = (
            {} if source is Option.required else {"source": copy.deepcopy(source)}
        )
        super().__init__(**given, **settings)
        self.raw = self._made(self.source)

    @classmethod
    def kinds(cls) -> dict[str, type[Block]]:
        """What it can be made of."""
        return {**UNFILTERED, cls.kind: cls}

    def stamp(self) -> object:
        return self.raw.stamp()

    def whole(self) -> Mapping[str, Any]:
        settings = self.raw.whole()
        if settings is self.raw.values:  # no file in it
            return self.values
        return {**self.values, "source": {"kind": self.raw.kind, **settings}}

    @classmethod
    def located(cls, settings: Mapping[str, Any], folder: Path) -> dict[str, Any]:
        source = settings.get("source")
        kind = cls.kinds().get(str(source.get("kind"))) if isinstance(source, Mapping) else None
        if source is None or kind is None:  # it is refused later
            return dict(settings)
        return {**settings, "source": kind.located(source, folder)}

    def _made(self, source: Mapping[str, Any]) -> Block:
        given = dict(source)
        kind = str(given.pop("kind", None))
        kinds = self.kinds()
        if kind not in kinds:
            raise self._unknown("kind of reference in 'source'", kind, list(kinds))
        return kinds[kind].made(given, name=f"{self.name}.source", rate=self.rate)
