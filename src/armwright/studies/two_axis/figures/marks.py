"""What pictures share: the colours of set-ups and paths, and S0's marks, a star where a path starts
and a circle at the zero position."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes

from armwright.arrays import Array
from armwright.report.canvas import AMBER, BLUE, GREEN, INK, RED, WHITE

PURPLE = "#7a4fc4"
#: The set-ups; Sim1, Sim3 and Sim4 have one true path.
SIM1, SIM2 = BLUE, RED
PATH_COLOURS = {"square": BLUE, "circle": GREEN, "triangle": AMBER, "iso": PURPLE}
PATH_TITLES = {
    "square": "Square with rounded corners",
    "circle": "Circle",
    "triangle": "Triangle with sharp corners",
    "iso": "Lines, arcs and corners, as in ISO 9283",
}


def mark_start(axes: Axes, point: Array, colour: str = INK, *, size: float = 15) -> None:
    axes.plot(
        *point,
        marker="*",
        markersize=size,
        color=colour,
        markeredgecolor=WHITE,
        markeredgewidth=0.8,
        linestyle="none",
        zorder=6,
    )


def mark_zero(axes: Axes, point: Array) -> None:
    axes.plot(
        *point,
        marker="o",
        markersize=10,
        color=INK,
        fillstyle="none",
        markeredgewidth=1.8,
        linestyle="none",
        zorder=6,
    )


def mark_direction(axes: Axes, points: Array, colour: str, *, part: float) -> None:
    """An arrow head on the way, where this part of its length is done."""
    length = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(points, axis=0), axis=1))])
    k = int(np.searchsorted(length, part * length[-1]))
    ahead = int(np.searchsorted(length, (part + 0.02) * length[-1]))
    axes.annotate(
        "",
        tuple(points[ahead]),
        tuple(points[k]),
        arrowprops={"arrowstyle": "-|>", "color": colour, "mutation_scale": 20, "linewidth": 0},
        zorder=5,
    )
