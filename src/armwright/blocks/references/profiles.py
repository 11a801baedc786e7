"""Speed profiles for a motion from 0 to 1: those that references can choose from, and an easing."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple, Protocol

import casadi as cs
import numpy as np

#: A number, an array or an expression.
Numeric = Any
PROFILES = ("trapezoid", "jerk_limited")
MEANING = "how the speed rises and falls: with jumps of the acceleration, or with limited jerk"


class Progress(NamedTuple):
    """s, ṡ and s̈ at some time."""

    position: Numeric
    velocity: Numeric
    acceleration: Numeric


class Profile(Protocol):
    """s(t) from 0 to 1, at rest before and after."""

    @property
    def duration(self) -> Numeric:
        """How long it takes."""

    def at(self, time: Numeric) -> Progress:
        """At `time` after the start."""


@dataclass(frozen=True, eq=False)
class Trapezoid:
    """s̈ = a, 0, −a in turn, with ṡ ≤ v and T = 1/v + v/a; v = √a where the way is too short for
    `speed`.

    s and ṡ are continuous, s̈ jumps. Modelica Standard Library 4.0, Blocks.Sources.KinematicPTP2.
    In both halves the way is counted from the nearer end: after the end s = 1 and ṡ = 0 without
    rounding.
    """

    speed: Numeric
    acceleration: Numeric

    @cached_property
    def peak(self) -> Numeric:
        """The speed that is reached."""
        f = functions(self.speed, self.acceleration)
        return f.fmin(self.speed, f.sqrt(self.acceleration))

    @cached_property
    def ramp(self) -> Numeric:
        """How long it speeds up, and slows down."""
        return self.peak / self.acceleration

    @cached_property
    def duration(self) -> Numeric:
        """How long it takes."""
        return 1 / self.peak + self.ramp

    def at(self, time: Numeric) -> Progress:
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


def functions(*values: Numeric) -> Any:
    """The module whose functions take these values."""
    return cs if any(isinstance(value, cs.SX | cs.DM) for value in values) else np


def eased(x: Numeric) -> Progress:
    """w = 10x³ − 15x⁴ + 6x⁵ for x from 0 to 1, w′ and w″: both are zero at 0 and at 1."""
    return Progress(
        x**3 * (10 + x * (6 * x - 15)), 30 * (x * (1 - x)) ** 2, 60 * x * (1 - x) * (1 - 2 * x)
    )


@dataclass(frozen=True, eq=False)
class JerkLimited:
    """d³s/dt³ = j, 0, −j, 0, −j, 0, j in turn, with |s̈| ≤ a and ṡ ≤ v; s, ṡ and s̈ are continuous.

    Biagiotti and Melchiorri 2008, section 3.4, from rest to rest. What is reached is, instead of
    their four cases, a minimum: the acceleration A = min(a, √(vj), ∛(j²/2)), and then the speed
    V = min(v, 2/(√(Tj² + 4/A) + Tj)) with Tj = A/j. In both halves the way is counted from the
    nearer end: after the end s = 1 and ṡ = s̈ = 0 without rounding.
    """

    speed: Numeric
    acceleration: Numeric
    jerk: Numeric

    @cached_property
    def strongest(self) -> Numeric:
        """The acceleration that is reached."""
        v, a, j = self.speed, self.acceleration, self.jerk
        f = functions(v, a, j)
        return f.fmin(a, f.fmin(f.sqrt(v * j), (j * j / 2) ** (1 / 3)))

    @cached_property
    def rise(self) -> Numeric:
        """Tj: how long the acceleration rises, and falls."""
        return self.strongest / self.jerk

    @cached_property
    def peak(self) -> Numeric:
        """The speed that is reached."""
        f = functions(self.speed, self.strongest)
        return f.fmin(self.speed, 2 / (f.sqrt(self.rise**2 + 4 / self.strongest) + self.rise))

    @cached_property
    def ramp(self) -> Numeric:
        """How long it speeds up, and slows down."""
        return self.rise + self.peak / self.strongest

    @cached_property
    def duration(self) -> Numeric:
        """How long it takes."""
        return 1 / self.peak + self.ramp

    @cached_property
    def phases(self) -> tuple[Numeric, ...]:
        """When the jerk changes."""
        T, Ta, Tj = self.duration, self.ramp, self.rise
        return (0 * T, Tj, Ta - Tj, Ta, T - Ta, T - Ta + Tj, T - Tj, T)

    def at(self, time: Numeric) -> Progress:
        """At `time` after the start; at rest before and after."""
        f = functions(time, self.peak)
        t, T, Tj, A, j = time, self.duration, self.rise, self.strongest, self.jerk
        Tc = f.fmax(self.peak / A - Tj, 0.0)
        u = f.fmax(f.fmin(t, T - t), 0.0)
        # How long it has been in each of the four phases of a half.
        rising = f.fmin(u, Tj)
        steady = f.fmin(f.fmax(u - Tj, 0.0), Tc)
        falling = f.fmin(f.fmax(u - Tj - Tc, 0.0), Tj)
        cruising = f.fmax(u - 2 * Tj - Tc, 0.0)
        slow, fast = A * Tj / 2, self.peak - A * Tj / 2
        way = (
            j * rising**3 / 6
            + (slow + A * steady / 2) * steady
            + (fast + (A / 2 - j * falling / 6) * falling) * falling
            + self.peak * cruising
        )
        speed = j * rising**2 / 2 + A * steady + (A - j * falling / 2) * falling
        early = t < T / 2
        s = early * way + (1 - early) * (1 - way)
        return Progress(s, speed, (2 * early - 1) * j * (rising - falling))


def make_profile(name: str, speed: Numeric, acceleration: Numeric, jerk: Numeric) -> Profile:
    """The profile of that name; `jerk` matters only for the jerk-limited one."""
    if name == "jerk_limited":
        return JerkLimited(speed, acceleration, jerk)
    return Trapezoid(speed, acceleration)
