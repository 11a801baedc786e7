"""Another reference, as a planning computer hands it on: a set point now and then."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from armwright.arrays import Array
from armwright.block.block import Block
from armwright.block.declarations import Option
from armwright.block.quantities import Site
from armwright.blocks.references.filter import Filter
from armwright.blocks.references.reference import positions, rows_of_run
from armwright.blocks.references.sourced import Sourced
from armwright.errors import InputError

LINE, HOLD = "line", "hold"
#: Of a sample: rounding may put an interval this much off a whole number of samples.
_ROUNDING = 1e-6


class SetPoints(Sourced):
    """q on the line from u(kT) to u((k+1)T), or u(kT) held; u the position that another reference
    gives, T the interval.

    A PUMA's planning computer sends set points every 28 ms, and the joints' own controllers go from
    one to the next.  S2, 4.3; that they do so in a straight line is assumed. The velocity is that
    of the line, none where a set point is held; the acceleration is not known, and zero.
    """

    kind = "set_points"

    interval = Option(float, "T, from one set point to the next, in s", default=0.028)
    between = Option(str, "'line' (to the next one) or 'hold'", default=LINE, choices=(LINE, HOLD))

    @classmethod
    def kinds(cls) -> dict[str, type[Block]]:
        return {**super().kinds(), Filter.kind: Filter}

    def tables(self, site: Site) -> Mapping[str, Array]:
        per = self._samples_per_interval(site)
        rows = rows_of_run(self.name, site)
        points = -(-rows // per) + 1
        u = positions(self.raw, site, points * per)[::per]
        k, part = np.divmod(np.arange(rows), per)
        if self.between == HOLD:
            q, v = u[k], np.zeros((rows, u.shape[1]))
        else:
            way = u[k + 1] - u[k]
            q, v = u[k] + way * (part / per)[:, None], way / (per * site.period)
        return {"position_table": q, "velocity_table": v, "acceleration_table": 0.0 * v}

    def _samples_per_interval(self, site: Site) -> int:
        ratio = float(self.interval) / site.period
        if ratio < 1 - _ROUNDING or abs(ratio - round(ratio)) > _ROUNDING * ratio:
            raise InputError(
                "'interval' is not a whole number of samples",
                where=f"block '{self.name}'",
                got=f"{self.interval:g} s at {1 / site.period:g} Hz",
                expected=f"such as {max(1, round(ratio)) * site.period:g} s",
            )
        return round(ratio)
