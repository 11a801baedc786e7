"""A test plane, seen from the front, with its sizes."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Polygon
from matplotlib.patheffects import withStroke

from armwright.arrays import Array
from armwright.blocks.references.cartesian_path import polygon
from armwright.blocks.references.curves import ToolCurve
from armwright.blocks.references.iso9283 import PLANES, IsoPlane
from armwright.blocks.references.path import rounded
from armwright.report.canvas import GREY, INK, WHITE
from armwright.report.references.examples import BLEND, PLANE, SHAPES

_GREY_ARROW = {"arrowstyle": "<->", "color": GREY, "linewidth": 1.0, "shrinkA": 0, "shrinkB": 0}


def draw_plane(axes: Axes, plane: IsoPlane) -> None:
    """The first edge is at the left, so that the plane lies down."""
    flat = _Flat(plane)
    corners, points = flat(plane.corners), flat(plane.points)
    axes.add_patch(Polygon(corners, facecolor=PLANE, alpha=0.13, edgecolor="none"))
    axes.add_patch(Polygon(corners, fill=False, edgecolor=GREY, linewidth=1.2))
    for k in range(2):
        axes.plot(*corners[[k, k + 2]].T, color=GREY, linewidth=0.8, dashes=(2, 3))
    s = np.linspace(0, 1, 400)
    curves: dict[str, ToolCurve] = {
        "line": plane.line(),
        "circle": plane.circle(),
        "small_circle": plane.circle(small=True),
        "corner": rounded(polygon(plane.rectangle()), BLEND).path,
    }
    for shape, curve in curves.items():
        axes.plot(*flat(curve.at(s).point).T, color=SHAPES[shape], linewidth=2.2, zorder=3)
    axes.plot(*points.T, "o", color=INK, markersize=7, zorder=4)
    for k, (x, y) in enumerate(points):
        shift = 0.05 * np.array([0, 1]) if k == 0 else 0.026 * np.sign([x, y])
        _name(axes, f"P{k + 1}", np.array([x, y]) + plane.side * shift * 2, INK, 12.5)
    for name, corner in zip(PLANES[0].split("-"), corners, strict=True):
        _name(axes, name, corner * (1 + 0.055 / np.abs(corner) * plane.side), GREY, 11)
    _measures(axes, plane.side)
    axes.set_aspect("equal")
    axes.set_axis_off()
    half = plane.side * np.array([0.5**0.5 + 0.14, 0.5 + 0.14])
    axes.set_xlim(-half[0], half[0] + 0.16 * plane.side)
    axes.set_ylim(-half[1] - 0.25 * plane.side, half[1])


class _Flat:
    """Points of the plane from its centre, the first edge up at the left."""

    def __init__(self, plane: IsoPlane) -> None:
        x, y, _ = plane.axes
        self._centre, self._axes = plane.points[0], np.stack([y, -x], axis=1)

    def __call__(self, points: Array) -> Array:
        found: Array = (points - self._centre) @ self._axes
        return found


def _measures(axes: Axes, a: float) -> None:
    half = a / 2**0.5
    _measure(axes, (-half, -0.68 * a), (half, -0.68 * a), "√2 a")
    _measure(axes, (half + 0.18 * a, -a / 2), (half + 0.18 * a, a / 2), "a")
    _measure(axes, (0, -0.4 * a), (0, 0.4 * a), "0.8 a", down=0.2 * a)
    _name(axes, "0.08 a", np.array([0.14 * a, 0.0]), INK, 11.5, bold=False)
    about = "P2 to P5: 10 % of a diagonal from the corners"
    _name(axes, about, np.array([0.0, -0.84 * a]), GREY, 11.5, bold=False)


def _measure(
    axes: Axes,
    begin: tuple[float, float],
    end: tuple[float, float],
    text: str,
    down: float = 0.0,
) -> None:
    axes.annotate("", end, begin, arrowprops=_GREY_ARROW, zorder=2)
    x, y = (begin[0] + end[0]) / 2, (begin[1] + end[1]) / 2 - down
    _name(axes, text, np.array([x, y]), INK, 11.5, bold=False)


def _name(
    axes: Axes, text: str, place: Array, colour: str, size: float, *, bold: bool = True
) -> None:
    axes.text(
        float(place[0]),
        float(place[1]),
        text,
        color=colour,
        fontsize=size,
        fontweight="bold" if bold else "normal",
        ha="center",
        va="center",
        zorder=5,
        parse_math=False,
        path_effects=[withStroke(linewidth=3, foreground=WHITE)],
    )
