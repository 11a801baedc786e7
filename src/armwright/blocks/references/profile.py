"""Speed profiles for a motion from 0 to 1, and the trapezoidal one: speed up, keep the speed, slow
down."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple, Protocol

import casadi as cs
import numpy as np

#: A number, an array or an expression.
Number = Any


class Progress(NamedTuple):
    """s, ṡ and s̈ at some time."""

    position: Number
    velocity: Number
    acceleration: Number


class Profile(Protocol):
    """s(t) from 0 to 1, at rest before and after."""

    @property
    def duration(self) -> Number:
        """How long it takes."""

    def at(self, time: Number) -> Progress:
        """At `time` after the start."""


@dataclass(frozen=True, eq=False)
class Trapezoid:
    """s̈ = a, 0, −a in turn, with ṡ ≤ v and T = 1/v + v/a; v = √a where the way is too short for
    `speed`.

    s and ṡ are continuous, s̈ jumps. Modelica Standard Library 4.0, Blocks.Sources.KinematicPTP2.
    In both halves the way is counted from the nearer end: after the end s = 1 and ṡ = 0 without
    rounding.
    """

    speed: Number
    acceleration: Number

    @cached_property
    def peak(self) -> Number:
        """The speed that is reached."""
        f = functions(self.speed, self.acceleration)
        return f.fmin(self.speed, f.sqrt(self.acceleration))

    @cached_property
    def ramp(self) -> Number:
        """How long it speeds up, and slows down."""
        return self.peak / self.acceleration

    @cached_property
    def duration(self) -> Number:
        """How long it takes."""
        return 1 / self.peak + self.ramp

    def at(self, time: Number) -> Progress:
        """At `time` after the start; at rest before and after."""
        f = functions(time, self.speed, self.acceleration)
        t, T, Ta, v, a = time, self.duration, self.ramp, self.peak, self.acceleration
        u = f.fmax(f.fmin(t, T - t), 0.0)
        m = f.fmin(u, Ta)
        way = a * m * m / 2 + v * (u - m)
        early = t < T / 2
        s = early * way + (1 - early) * (1 - way)
        faster, slower = (t >= 0) * (t < Ta), (t >= T - Ta) * (t < T)
        return Progress(s, a * m, a * faster - a * slower)


def functions(*values: Number) -> Any:
    """The module whose functions take these values."""
    return cs if any(isinstance(value, cs.SX | cs.DM) for value in values) else np
