"""From points in space to points on paper."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, radians, sin

import numpy as np

from armwright.arrays import Array


@dataclass(frozen=True)
class Camera:
    """Looks at `target` from `distance` (m) away; z is up. `azimuth` and `elevation` in degrees."""

    target: tuple[float, float, float]
    distance: float
    azimuth: float
    elevation: float

    @property
    def axes(self) -> Array:
        """Rows: right, up, and from the target back to the eye; unit vectors."""
        a, e = radians(self.azimuth), radians(self.elevation)
        back = np.array([cos(e) * cos(a), cos(e) * sin(a), sin(e)])
        right = np.array([-sin(a), cos(a), 0.0])
        return np.stack([right, np.cross(back, right), back])

    @property
    def eye(self) -> Array:
        back: Array = self.axes[2]
        return np.array(self.target) + self.distance * back

    @property
    def lamp(self) -> Array:
        """Direction of the light: over the left shoulder."""
        direction: Array = np.array([-0.55, 0.9, 0.8]) @ self.axes
        return direction

    def project(self, points: Array) -> tuple[Array, Array]:
        """Paper coordinates (…, 2), in metres at the target, and distance in front of the eye."""
        seen = (points - np.array(self.target)) @ self.axes.T
        depth = self.distance - seen[..., 2]
        scale = self.distance / np.maximum(depth, 1e-3 * self.distance)
        return seen[..., :2] * scale[..., None], depth
