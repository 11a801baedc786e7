"""Sensors and targets that are fixed to a frame of the arm."""

from __future__ import annotations

from typing import Any

import casadi as cs

from armwright.block.declarations import Option
from armwright.blocks.frame_signals import about_frame
from armwright.blocks.sensors.sampled_sensor import SampledSensor


class Framed(SampledSensor):
    """Inputs that the class declares with a signal like `rotation of` are about the block's frame.

    The arm's tool, unless `frame` names another frame, or a link.
    """

    frame = Option(str, "the frame or link that it is fixed to; empty: the tool", default="")

    def __init__(self, *, frame: str = "", **settings: Any) -> None:
        self.declared = about_frame(type(self).declared, frame)
        super().__init__(frame=frame, **settings)


def turned(angles: cs.SX) -> cs.SX:
    """Rz(γ) Ry(β) Rx(α) for the angles (α, β, γ): turns about fixed axes, x first."""
    (ca, cb, cc), (sa, sb, sc) = (cs.vertsplit(f(angles)) for f in (cs.cos, cs.sin))
    return cs.vertcat(
        cs.horzcat(cc * cb, cc * sb * sa - sc * ca, cc * sb * ca + sc * sa),
        cs.horzcat(sc * cb, sc * sb * sa + cc * ca, sc * sb * ca - cc * sa),
        cs.horzcat(-sb, cb * sa, cb * ca),
    )
