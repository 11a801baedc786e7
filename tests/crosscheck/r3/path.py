"""KinematicPTP2: all axes share one trapezoidal s(t), from 0 to 1."""

from __future__ import annotations

import numpy as np

from tests.crosscheck.r3.published import Array, Path


class PointToPoint:
    """Starts at t = 0. `corners` are the times at which the acceleration jumps."""

    def __init__(self, path: Path) -> None:
        self.begin = path.begin
        self.distance = path.end - path.begin
        speed = 1 / np.abs(self.distance / path.speed_max).max()
        self.acceleration = 1 / np.abs(self.distance / path.acceleration_max).max()
        #: Too short a way never reaches the full speed.
        self.speed = min(speed, np.sqrt(self.acceleration))
        self.ramp = self.speed / self.acceleration
        self.end_time = 1 / self.speed + self.ramp
        self.corners = (self.ramp, self.end_time - self.ramp, self.end_time)

    def __call__(self, t: float) -> tuple[Array, Array]:
        """Angles and speeds of the joints."""
        s, rate = self._s(t)
        return self.begin + self.distance * s, self.distance * rate

    def _s(self, t: float) -> tuple[float, float]:
        left = self.end_time - t
        if t < self.ramp:
            return self.acceleration * t**2 / 2, self.acceleration * t
        if left > self.ramp:
            return self.speed * (t - self.ramp / 2), self.speed
        if left > 0:
            return 1 - self.acceleration * left**2 / 2, self.acceleration * left
        return 1.0, 0.0
