"""A force at the tool, in a plane, that comes and goes."""

from __future__ import annotations

import math
from collections.abc import Mapping

import casadi as cs

from armwright.block.block import Block
from armwright.block.declarations import Option, Output, Parameter
from armwright.block.quantities import NO_LIMIT, Quantities
from armwright.blocks.disturbances.interval import during

STEP, PULSES, SINE = "step", "pulses", "sine"
#: Of a tick: a sample that rounding puts this much before a pulse belongs to it.
_ROUNDING = 1e-6


class ToolForceWave(Block):
    """F = A w(t − begin) (cos φ e₁ + sin φ e₂) for begin ≤ t < end, else 0; e₁, e₂ span the plane.

    S0, chapter 3: a force on the tool by its amplitude and its angle in the base frame. The shape w
    is 1 (step), 1 for the first `pulse_width` of every `pulse_period` (pulses), or sin 2πft (sine).
    It acts at the tool frame's origin, in world axes.
    """

    kind = "tool_force_wave"

    tool_force = Output("N", "F, world axes", size="axis", acts="tool")
    amplitude = Parameter("N", "A", default=0.0, size="one")
    angle = Parameter(
        "rad", "φ, from the plane's first axis to its second", default=0.0, size="one"
    )
    begin = Parameter("s", "when it sets in", default=0.0, size="one")
    end = Parameter("s", "when it ceases", default=NO_LIMIT, size="one")
    pulse_period = Parameter("s", "from pulse to pulse", default=1.0, above=0.0, size="one")
    pulse_width = Parameter("s", "how long a pulse lasts", default=0.1, above=0.0, size="one")
    frequency = Parameter("Hz", "f, of the sine", default=1.0, above=0.0, size="one")
    shape = Option(str, "'step', 'pulses' or 'sine'", default=STEP, choices=(STEP, PULSES, SINE))
    plane = Option(
        str, "the plane of the force: 'xz', 'xy' or 'yz'", default="xz", choices=("xz", "xy", "yz")
    )

    def equations(self, x: Quantities) -> Mapping[str, cs.SX | float]:
        force = {"x": cs.SX(0), "y": cs.SX(0), "z": cs.SX(0)}
        first, second = self.plane
        force |= {first: cs.cos(x.angle), second: cs.sin(x.angle)}
        size = x.amplitude * self._wave(x, x.time - x.begin)
        return {"tool_force": during(x.time, x.begin, x.end, size * cs.vertcat(*force.values()))}

    def _wave(self, x: Quantities, t: cs.SX) -> cs.SX:
        if self.shape == PULSES:
            t = t + _ROUNDING * x.site.tick
            return t - x.pulse_period * cs.floor(t / x.pulse_period) < x.pulse_width
        if self.shape == SINE:
            return cs.sin(2.0 * math.pi * x.frequency * t)
        return cs.SX(1)
