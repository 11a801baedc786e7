"""A speed profile without jumps of the acceleration: seven phases of constant jerk."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from armwright.blocks.references.profile import Number, Progress, functions


@dataclass(frozen=True, eq=False)
class JerkLimited:
    """d³s/dt³ = j, 0, −j, 0, −j, 0, j in turn, with |s̈| ≤ a and ṡ ≤ v; s, ṡ and s̈ are continuous.

    Biagiotti and Melchiorri 2008, section 3.4, from rest to rest. What is reached is, instead of
    their four cases, a minimum: the acceleration A = min(a, √(vj), ∛(j²/2)), and then the speed
    V = min(v, 2/(√(Tj² + 4/A) + Tj)) with Tj = A/j. In both halves the way is counted from the
    nearer end: after the end s = 1 and ṡ = s̈ = 0 without rounding.
    """

    speed: Number
    acceleration: Number
    jerk: Number

    @cached_property
    def strongest(self) -> Number:
        """The acceleration that is reached."""
        v, a, j = self.speed, self.acceleration, self.jerk
        f = functions(v, a, j)
        return f.fmin(a, f.fmin(f.sqrt(v * j), (j * j / 2) ** (1 / 3)))

    @cached_property
    def rise(self) -> Number:
        """Tj: how long the acceleration rises, and falls."""
        return self.strongest / self.jerk

    @cached_property
    def peak(self) -> Number:
        """The speed that is reached."""
        f = functions(self.speed, self.strongest)
        return f.fmin(self.speed, 2 / (f.sqrt(self.rise**2 + 4 / self.strongest) + self.rise))

    @cached_property
    def ramp(self) -> Number:
        """How long it speeds up, and slows down."""
        return self.rise + self.peak / self.strongest

    @cached_property
    def duration(self) -> Number:
        """How long it takes."""
        return 1 / self.peak + self.ramp

    @cached_property
    def phases(self) -> tuple[Number, ...]:
        """When the jerk changes."""
        T, Ta, Tj = self.duration, self.ramp, self.rise
        return (0 * T, Tj, Ta - Tj, Ta, T - Ta, T - Ta + Tj, T - Tj, T)

    def at(self, time: Number) -> Progress:
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
