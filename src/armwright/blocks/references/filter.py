"""Another reference, smoothed by a filter."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from armwright.arrays import Array
from armwright.block.block import Block
from armwright.block.declarations import Option
from armwright.block.quantities import Site
from armwright.blocks.references.reference import TabledReference, positions, rows_of_run
from armwright.blocks.references.second_order import DAMPING_RATIO, NATURAL_FREQUENCY, second_order
from armwright.blocks.references.unfiltered import UNFILTERED


class Filter(TabledReference):
    """q̈ = ω² (u − q) − 2ζω q̇, u the position that another reference gives; at rest at the start.

    S1 5.1: H(s) = 4/(0.05 s² + s + 4), the default. Worked out before the run, exactly for a
    u that is straight between samples.
    """

    kind = "filter"

    source = Option(dict, "the other reference: its kind and its settings")
    natural_frequency = Option(float, "ω, in rad/s", default=NATURAL_FREQUENCY)
    damping_ratio = Option(float, "ζ", default=DAMPING_RATIO)

    def __init__(self, *, source: object = Option.required, **settings: Any) -> None:
        # Whatever becomes of the table, the block keeps what it was given.
        given: dict[str, Any] = (
            {} if source is Option.required else {"source": copy.deepcopy(source)}
        )
        super().__init__(**given, **settings)
        self._raw = self._made(self.source)

    def tables(self, site: Site) -> Mapping[str, Array]:
        h = second_order(self.name, self.natural_frequency, self.damping_ratio)
        raw = positions(self._raw, site, rows_of_run(self.name, site))
        q, v, a = h.filtered(raw, site.period)
        return {"position_table": q, "velocity_table": v, "acceleration_table": a}

    def stamp(self) -> object:
        return self._raw.stamp()

    @classmethod
    def located(cls, settings: Mapping[str, Any], folder: Path) -> dict[str, Any]:
        source = settings.get("source")
        kind = _kinds().get(str(source.get("kind"))) if isinstance(source, Mapping) else None
        if source is None or kind is None:  # it is refused later
            return dict(settings)
        return {**settings, "source": kind.located(source, folder)}

    def _made(self, source: Mapping[str, Any]) -> Block:
        given = dict(source)
        kind = str(given.pop("kind", None))
        kinds = _kinds()
        if kind not in kinds:
            raise self._unknown("kind of reference in 'source'", kind, list(kinds))
        return kinds[kind].made(given, name=f"{self.name}.source", rate=self.rate)


def _kinds() -> dict[str, type[Block]]:
    """What can be filtered: any reference, another filter as well."""
    return {**UNFILTERED, Filter.kind: Filter}
