"""The sheet of paper that a robot is drawn on, and the colours of its inks."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from matplotlib.axes import Axes

from armwright.arrays import Array
from armwright.report.camera import Camera

INK, GREY, WHITE = "#20252b", "#7b838c", "#ffffff"
FLOOR, SHADOW, GRID = "#f6f7f8", "#e3e6e9", "#d3d8dd"
AXIS_COLOURS = ("#d62728", "#2ca02c", "#1f5fd6")


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
