"""A torque whose frequency sweeps."""

from __future__ import annotations

import math
from collections.abc import Mapping
from copy import copy
from types import MappingProxyType
from typing import Any

import casadi as cs

from armwright.block.block import Block
from armwright.block.declarations import Option, Output, Parameter
from armwright.block.quantities import Quantities
from armwright.blocks.disturbances.interval import during

LINEAR, LOGARITHMIC = "linear", "logarithmic"
#: Where (eˣ − 1)/x is taken instead of at 0: half of the digits are right on both sides.
_NEAR_ZERO = 1e-8


class TorqueChirp(Block):
    """τ = A sin φ(t − begin) for T seconds, else 0; on the rotors, or on the links.

    S0, chapter 3: a chirp on the motors' torques. φ̇/2π goes from f₀ to f₁: linearly, φ = 2π(f₀ t +
    (f₁ − f₀) t²/(2T)), or by the same factor in equal times, φ = 2π f₀ T ((f₁/f₀)^(t/T) − 1)/
    ln(f₁/f₀).
    """

    kind = "torque_chirp"

    disturbance_torque = Output("N m", "τ", signal="disturbance_motor_torque", acts="motor")
    amplitude = Parameter("N m", "A", default=1.0)
    first_frequency = Parameter("Hz", "f₀", default=1.0, above=0.0, size="one")
    last_frequency = Parameter("Hz", "f₁", default=100.0, above=0.0, size="one")
    begin = Parameter("s", "when it sets in", default=0.0, size="one")
    duration = Parameter("s", "T", default=10.0, above=0.0, size="one")
    side = Option(
        str,
        "what it acts on: 'motor' (rotors) or 'joint' (links)",
        default="motor",
        choices=("motor", "joint"),
    )
    sweep = Option(
        str,
        "how the frequency goes: 'linear' or 'logarithmic'",
        default=LINEAR,
        choices=(LINEAR, LOGARITHMIC),
    )

    def __init__(self, *, side: str = "motor", **settings: Any) -> None:
        if side == "joint":
            torque = copy(type(self).of(Output)["disturbance_torque"])
            torque.signal, torque.acts = "disturbance_joint_torque", "joint"
            self.declared = MappingProxyType({**type(self).declared, "disturbance_torque": torque})
        super().__init__(side=side, **settings)

    def equations(self, x: Quantities) -> Mapping[str, cs.SX | float]:
        t = x.time - x.begin
        turns = self._turns(x, cs.fmin(cs.fmax(t, 0.0), x.duration))
        torque = x.amplitude * cs.sin(2.0 * math.pi * turns)
        return {"disturbance_torque": during(t, cs.SX(0), x.duration, torque)}

    def _turns(self, x: Quantities, t: cs.SX) -> cs.SX:
        """φ/2π."""
        f0, f1, T = x.first_frequency, x.last_frequency, x.duration
        if self.sweep == LINEAR:
            return (f0 + (f1 - f0) * t / (2.0 * T)) * t
        growth = cs.log(f1 / f0) / T
        exponent = growth * t
        away = cs.if_else(cs.fabs(exponent) < _NEAR_ZERO, _NEAR_ZERO, exponent)
        return f0 * t * (cs.exp(away) - 1.0) / away
