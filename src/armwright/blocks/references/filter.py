"""Another reference, smoothed by a filter."""

from __future__ import annotations

from collections.abc import Mapping

from armwright.arrays import Array
from armwright.block.declarations import Option
from armwright.block.quantities import Site
from armwright.blocks.references.reference import positions, rows_of_run
from armwright.blocks.references.second_order import DAMPING_RATIO, NATURAL_FREQUENCY, second_order
from armwright.blocks.references.sourced import Sourced


class Filter(Sourced):
    """q̈ = ω² (u − q) − 2ζω q̇, u the position that another reference gives; at rest at the start.

    S1 5.1: H(s) = 4/(0.05 s² + s + 4), the default. Worked out before the run, exactly for a
    u that is straight between samples.
    """

    kind = "filter"

    natural_frequency = Option(float, "ω, in rad/s", default=NATURAL_FREQUENCY)
    damping_ratio = Option(float, "ζ", default=DAMPING_RATIO)

    def tables(self, site: Site) -> Mapping[str, Array]:
        h = second_order(self.name, self.natural_frequency, self.damping_ratio)
        raw = positions(self.raw, site, rows_of_run(self.name, site))
        q, v, a = h.filtered(raw, site.period)
        return {"position_table": q, "velocity_table": v, "acceleration_table": a}
