"""The sum of two signals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import casadi as cs

from armwright.block.declarations import Input
from armwright.block.quantities import Quantities
from armwright.blocks.controllers.one_signal import OneSignal, for_signal


class Sum(OneSignal):
    """y = u + w: for feed-forward from two blocks."""

    kind = "sum"

    other = Input("N m", "w, what is added")

    def __init__(self, *, unit: str = "N m", size: str = "motor", **settings: Any) -> None:
        self.declared = for_signal(type(self), unit, size)
        super().__init__(unit=unit, size=size, **settings)

    def equations(self, x: Quantities) -> Mapping[str, cs.SX | float]:
        return {"output": x.input + x.other}
