"""One motion, seen by two recorders whose clocks differ."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from armwright.arrays import Array

DRIFT = 50e-6


@dataclass(frozen=True)
class TwoRecords:
    time: Array
    values: Array
    other_time: Array
    other_values: Array
    delay: float

    def true_other_time(self, time: Array) -> Array:
        return (1 + DRIFT) * time + self.delay


def motion(rng: np.random.Generator, channels: int = 3) -> Callable[[Array], Array]:
    """Sums of sines up to 3 Hz."""
    frequency = rng.uniform(0.1, 3.0, (8, channels))
    amplitude = rng.normal(size=(8, channels)) / (1 + frequency)
    phase = rng.uniform(0, 2 * np.pi, (8, channels))

    def at(time: Array) -> Array:
        angle = 2 * np.pi * time[:, None, None] * frequency + phase
        result: Array = (amplitude * np.sin(angle)).sum(axis=1)
        return result

    return at


def two_records(
    seed: int,
    *,
    duration: float = 10.0,
    other_duration: float = 10.0,
    rate: float = 1600.0,
    other_rate: float = 1000.0,
    noise: float = 1e-3,
    slow: float = 0.0,
    dropped: float = 0.01,
) -> TwoRecords:
    """Noise in both; `slow`: how much of its last value the own noise keeps; `dropped`: part of the
    samples that is missing in both, up to seven in a row."""
    from scipy.signal import lfilter

    rng = np.random.default_rng(seed)
    true = motion(rng)
    delay = rng.uniform(-0.7, 0.7)
    own = np.arange(round(duration * rate)) / rate
    start = rng.uniform(0.1, 0.6) * max(0.0, duration - other_duration)
    other = start + np.arange(round(other_duration * other_rate)) / other_rate + delay
    white = rng.normal(size=(own.size, 3)) * noise
    values = true(own) + lfilter([np.sqrt(1 - slow**2)], [1, -slow], white, axis=0)
    others = true((other - delay) / (1 + DRIFT)) + rng.normal(size=(other.size, 3)) * noise
    kept = [_kept(rng, size, dropped) for size in (own.size, other.size)]
    return TwoRecords(own[kept[0]], values[kept[0]], other[kept[1]], others[kept[1]], delay)


def _kept(rng: np.random.Generator, size: int, dropped: float) -> np.ndarray:
    kept = np.ones(size, dtype=bool)
    for _ in range(round(dropped * size / 4)):
        first = rng.integers(1, size - 8)
        kept[first : first + rng.integers(1, 8)] = False
    return kept
