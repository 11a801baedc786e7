"""From points in space to points on paper: the camera, and the sheet it draws on."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, radians, sin

import numpy as np
from matplotlib.axes import Axes

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


@dataclass(frozen=True, eq=False)
class Paper:
    """What the camera sees of the drawn things, on axes of `pixels` (width, height).

    `low` and `high`: corners of the drawing on the paper, in metres; the paper is larger: `fill`
    is the part of its width and of its height that the drawing may take.
    """

    axes: Axes
    camera: Camera
    pixels: tuple[int, int]
    low: Array
    high: Array
    fill: tuple[float, float]

    @property
    def left_bottom(self) -> Array:
        corner: Array = self._centre - 0.5 * self.size
        return corner

    @property
    def size(self) -> Array:
        """Width and height in metres."""
        extent = np.maximum(self.high - self.low, 1e-9)
        scale = float((extent / self.fill / self.pixels).max())
        return scale * np.array(self.pixels, dtype=np.float64)

    @property
    def _centre(self) -> Array:
        # A little below the middle: the title is above.
        centre: Array = 0.5 * (self.low + self.high) + np.array([0, 0.02]) * self.size
        return centre

    def project(self, points: Array) -> Array:
        return self.camera.project(points)[0]

    def show(self) -> None:
        """Fit the axes to the paper, after everything has been drawn."""
        (left, bottom), (width, height) = self.left_bottom, self.size
        self.axes.set_axis_off()
        self.axes.set_xlim(left, left + width)
        self.axes.set_ylim(bottom, bottom + height)
