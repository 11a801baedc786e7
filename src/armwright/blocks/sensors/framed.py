"""Sensors and targets that are fixed to a frame of the arm."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

import casadi as cs

from armwright.block.declarations import Declared, Input, Option, adapted
from armwright.blocks.sensors.sampled_sensor import SampledSensor

#: Stands for the arm's tool in the names of signals.
TOOL = "tool"


class Framed(SampledSensor):
    """Inputs that the class declares with a signal like `rotation of` are about the block's frame.

    The arm's tool, unless `frame` names another frame, or a link.
    """

    frame = Option(str, "the frame or link that it is fixed to; empty: the tool", default="")

    def __init__(self, *, frame: str = "", **settings: Any) -> None:
        self.declared = MappingProxyType(
            {name: _about(value, frame) for name, value in type(self).declared.items()}
        )
        super().__init__(frame=frame, **settings)


def _about(declared: Declared, frame: str) -> Declared:
    if not (isinstance(declared, Input) and declared.signal.endswith(" of")):
        return declared
    own = adapted(declared)
    own.signal = f"{declared.signal} {frame or TOOL}"
    return own


def turned(angles: cs.SX) -> cs.SX:
    """Rz(γ) Ry(β) Rx(α) for the angles (α, β, γ): turns about fixed axes, x first."""
    (ca, cb, cc), (sa, sb, sc) = (cs.vertsplit(f(angles)) for f in (cs.cos, cs.sin))
    return cs.vertcat(
        cs.horzcat(cc * cb, cc * sb * sa - sc * ca, cc * sb * ca + sc * sa),
        cs.horzcat(sc * cb, sc * sb * sa + cc * ca, sc * sb * ca - cc * sa),
        cs.horzcat(-sb, cb * sa, cb * ca),
    )
