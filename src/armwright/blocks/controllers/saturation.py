"""A limiter for any signal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import casadi as cs

from armwright.arrays import Array
from armwright.block.declarations import Output, Parameter
from armwright.block.quantities import Quantities, Site
from armwright.blocks.controllers.one_signal import OneSignal, for_signal


class Saturation(OneSignal):
    """y = min(max(u, lower), upper)."""

    kind = "saturation"

    limited = Output("", "1 while the signal is at a limit", flag=True)
    lower = Parameter("N m", "the least that passes")
    upper = Parameter("N m", "the most that passes")

    def __init__(self, *, unit: str = "N m", size: str = "motor", **settings: Any) -> None:
        self.declared = for_signal(type(self), unit, size)
        super().__init__(unit=unit, size=size, **settings)

    def parameters(self, site: Site) -> dict[str, Array]:
        values = super().parameters(site)
        self.check_order(values, "lower", "upper")
        return values

    def equations(self, x: Quantities) -> Mapping[str, cs.SX | float]:
        output, limited = x.limited(x.input, x.lower, x.upper)
        return {"output": output, "limited": limited}
