"""A low-pass filter for any signal."""

from __future__ import annotations

import math
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import casadi as cs

from armwright.arrays import Array
from armwright.block.declarations import Option, Parameter
from armwright.block.quantities import Quantities, Site
from armwright.blocks.controllers.filtering import Transfer, check_below_half_rate, filtered, kept
from armwright.blocks.controllers.one_signal import OneSignal, for_signal
from armwright.errors import InputError


class LowPass(OneSignal):
    """ω/(s + ω), or ω²/(s² + 2ζωs + ω²), ω = 2πf; ζ = 1/√2 is Butterworth's.

    Sampled by the bilinear transform (see `filtering`), exact at f.
    """

    kind = "low_pass"

    cutoff_frequency = Parameter("Hz", "f", default=100.0, above=0.0)
    damping_ratio = Parameter("", "ζ, of second order", default=math.sqrt(0.5), above=0.0)
    order = Option(int, "1 or 2", default=2)

    def __init__(
        self, *, unit: str = "N m", size: str = "motor", order: int = 2, **settings: Any
    ) -> None:
        if order not in (1, 2) or isinstance(order, bool):
            where = f"block '{settings.get('name') or self.kind}'"
            raise InputError("'order'", where=where, got=repr(order), expected="1 or 2")
        own = dict(for_signal(type(self), unit, size))
        if order == 1:
            del own["damping_ratio"]
        own |= kept(order, unit, size, sampled=settings.get("rate") is not None)
        self.declared = MappingProxyType(own)
        super().__init__(unit=unit, size=size, order=order, **settings)

    def parameters(self, site: Site) -> dict[str, Array]:
        values = super().parameters(site)
        frequency = values["cutoff_frequency"]
        check_below_half_rate(self.name, "cutoff_frequency", frequency, site)
        return values

    def equations(self, x: Quantities) -> Mapping[str, cs.SX | float]:
        w = 2.0 * math.pi * x.cutoff_frequency
        if self.order == 1:
            return filtered(Transfer((0.0, w), (w,), w), x)
        return filtered(Transfer((0.0, 0.0, w**2), (2.0 * x.damping_ratio * w, w**2), w), x)
