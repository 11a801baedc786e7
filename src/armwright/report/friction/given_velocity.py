"""What a law answers to a given motion: the Stribeck curve, presliding loops, frictional lag."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from armwright.arrays import Array
from armwright.report.friction.rig import Bench

#: Turning points of the mass, m: out, back, and in between a small loop from `LOOP` to `INNER`.
REACH, LOOP, INNER = 2e-5, 1e-5, -9e-6
TURNS = (0.0, REACH, -REACH, LOOP, INNER, LOOP, REACH, -REACH)
#: So slow that the Stribeck curve is flat, m/s.
CREEP = 1e-5
#: Of the swinging velocity: mean and amplitude, m/s.
MEAN, SWING = 1.5e-3, 1.3e-3
FREQUENCIES = (1.0, 10.0, 25.0)


@dataclass(frozen=True, eq=False)
class StribeckCurve:
    """Steady sliding: velocities (N,) and torques (N,)."""

    velocity: Array
    torque: Array


@dataclass(frozen=True, eq=False)
class Loops:
    """Presliding: positions (N,), torques (N,), and where the turning points are."""

    position: Array
    torque: Array
    turns: tuple[int, ...]

    @property
    def area(self) -> float:
        """What the outer loop takes: ∮ τ dx from the first to the last time at +REACH."""
        first, last = self.turns[1], self.turns[6]
        x, torque = self.position[first : last + 1], self.torque[first : last + 1]
        return float(np.sum(0.5 * (torque[1:] + torque[:-1]) * np.diff(x)))

    @property
    def gap(self) -> float:
        """By how much the inner loop misses the point where it began; 0: the law remembers it."""
        return float(self.torque[self.turns[5]] - self.torque[self.turns[3]])


@dataclass(frozen=True, eq=False)
class Lag:
    """Velocities that swing without turning round, (N,), and torques for each frequency (M, N);
    one full period."""

    velocity: Array
    torque: Array

    @property
    def height(self) -> Array:
        """(M,) how much larger friction is while the velocity grows than while it falls, at its
        mean."""
        height: Array = self.torque[:, 0] - self.torque[:, self.velocity.size // 2 - 1]
        return height


def stribeck_curve(bench: Bench, fastest: float = 4e-3, points: int = 401) -> StribeckCurve:
    velocity = np.linspace(-fastest, fastest, points)
    return StribeckCurve(velocity, bench.steady(velocity))


def presliding_loops(bench: Bench, turns: tuple[float, ...] = TURNS, steps: int = 200) -> Loops:
    """Through the turning points at a constant creep, so many steps each."""
    ways = np.diff(turns)
    parts, ends, count = [], [0], 0
    step = float(np.abs(ways).max()) / CREEP / steps
    for way in ways:
        moves = max(1, round(abs(way) / (CREEP * step)))
        parts.append(np.full(moves, way / (moves * step)))
        count += moves
        ends.append(count)
    velocity = np.concatenate(parts)
    torque = np.concatenate([[0.0], bench.torque(velocity, step, where=1.0)])
    position = np.concatenate([[turns[0]], turns[0] + np.cumsum(velocity) * step])
    return Loops(position, torque, tuple(ends))


def frictional_lag(
    bench: Bench, frequencies: tuple[float, ...] = FREQUENCIES, steps: int = 2000
) -> Lag:
    """The second of two periods."""
    phase = 2 * np.pi * (np.arange(2 * steps) + 0.5) / steps
    velocity = MEAN + SWING * np.sin(phase)
    rows = [bench.torque(velocity, 2 * np.pi / w / steps)[steps:] for w in frequencies]
    return Lag(velocity[steps:], np.array(rows))
