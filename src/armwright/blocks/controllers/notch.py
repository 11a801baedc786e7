"""A filter that keeps one frequency out, for any signal."""

from __future__ import annotations

import math
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import casadi as cs

from armwright.arrays import Array
from armwright.block.declarations import Parameter
from armwright.block.quantities import Quantities, Site
from armwright.blocks.controllers.filtering import Transfer, check_below_half_rate, filtered, kept
from armwright.blocks.controllers.one_signal import OneSignal, for_signal


class Notch(OneSignal):
    """(s² + 2πb s + ω²)/(s² + 2πB s + ω²), ω = 2πf: at f only b/B passes, B apart half the power.

    Sampled by the bilinear transform (see `filtering`), exact at f.
    """

    kind = "notch"

    frequency = Parameter("Hz", "f, what is kept out", default=50.0, above=0.0)
    bandwidth = Parameter("Hz", "B", default=10.0, above=0.0)
    residual_bandwidth = Parameter("Hz", "b; 0: nothing passes at f", default=0.0, at_least=0.0)

    def __init__(self, *, unit: str = "N m", size: str = "motor", **settings: Any) -> None:
        own = kept(2, unit, size, sampled=settings.get("rate") is not None)
        self.declared = MappingProxyType({**for_signal(type(self), unit, size), **own})
        super().__init__(unit=unit, size=size, **settings)

    def parameters(self, site: Site) -> dict[str, Array]:
        values = super().parameters(site)
        check_below_half_rate(self.name, "frequency", values["frequency"], site)
        return values

    def equations(self, x: Quantities) -> Mapping[str, cs.SX | float]:
        turn = 2.0 * math.pi
        w = turn * x.frequency
        zeros, poles = turn * x.residual_bandwidth, turn * x.bandwidth
        return filtered(Transfer((1.0, zeros, w**2), (poles, w**2), w), x)
