"""The arm in its plane: both branches of its inverse kinematics, and the four paths."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Wedge

from armwright.arrays import Array
from armwright.report.canvas import BLUE, FLOOR, GREY, INK, RED, entry, grid, legend, style
from armwright.report.runs.page import page
from armwright.report.runs.recorded import Recorded
from armwright.signals import Run
from armwright.studies.two_axis.figures.colours import PATHS
from armwright.studies.two_axis.figures.marks import mark_start, mark_zero
from armwright.studies.two_axis.source.kinematics import forward, inverse
from armwright.studies.two_axis.source.motion import values
from armwright.studies.two_axis.source.numbers import Numbers

#: A point that both branches reach, and one that none does, m.
REACHED, BEYOND = (1.3, 0.6), (1.95, -1.05)


def arm_figure(recorded: Recorded, n: Numbers, runs: Mapping[str, Run]) -> Figure:
    """`runs`: Sim1 by path."""
    caption = (
        f"Links of {n.l[0]:g} and {n.l[1]:g} m, seen along y; grey: the area that the tool reaches."
    )
    figure = page(recorded, "The arm, its branches and its paths", caption, 720)
    entries = [entry("elbow up", BLUE), entry("elbow down", RED)]
    legend(figure, [*entries, entry("zero position", GREY)])
    places = grid(figure, 1, 2, head=150, gaps=(90, 0))
    _draw_branches(figure.add_subplot(places[0, 0]), n)
    _draw_paths(figure.add_subplot(places[0, 1]), n, runs)
    return figure


def _draw_branches(axes: Axes, n: Numbers) -> None:
    _draw_reach(axes, n)
    for up, colour in ((True, BLUE), (False, RED)):
        _draw_links(axes, n, inverse(n, np.array(REACHED), elbow_up=up), colour)
    axes.plot(*REACHED, "o", color=INK, markersize=7, zorder=5)
    axes.plot(*BEYOND, "x", color=RED, markersize=10, markeredgewidth=2.4, zorder=5)
    axes.annotate(
        "out of reach:\nan error",
        BEYOND,
        xytext=(-12, 0),
        textcoords="offset points",
        ha="right",
        va="center",
        fontsize=11,
        color=INK,
    )
    style(axes, title="One point, two sets of joint angles", x="x, m", y="z, m")
    _fit(axes, (-1.1, 2.2), (-1.3, 2.1))


def _draw_paths(axes: Axes, n: Numbers, runs: Mapping[str, Run]) -> None:
    _draw_reach(axes, n)
    _draw_links(axes, n, np.zeros(2), GREY)
    for path, run in runs.items():
        points = values(run, "reference_tool_position")
        axes.plot(*points.T, color=PATHS[path], linewidth=1.8, zorder=4)
        mark_start(axes, points[0], PATHS[path], size=11)
    mark_zero(axes, forward(n, np.zeros(2)))
    style(axes, title="Zero position and the four paths", x="x, m", y="z, m")
    axes.legend(
        handles=[entry(path, PATHS[path]) for path in runs],
        loc="lower left",
        frameon=False,
        fontsize=10.5,
    )
    _fit(axes, (-0.4, 2.1), (-0.55, 1.95))


def _draw_reach(axes: Axes, n: Numbers) -> None:
    inner, outer = abs(n.l[0] - n.l[1]), n.l.sum()
    axes.add_patch(Wedge((0, 0), outer, 0, 360, width=outer - inner, color=FLOOR, zorder=1))
    axes.plot(0, 0, "o", color=INK, markersize=9, zorder=5)


def _draw_links(axes: Axes, n: Numbers, q: Array, colour: str) -> None:
    elbow = n.l[0] * np.array([np.sin(q[0]), np.cos(q[0])])
    points = np.stack([np.zeros(2), elbow, forward(n, q)])
    axes.plot(*points.T, color=colour, linewidth=5, alpha=0.85, solid_capstyle="round", zorder=3)
    axes.plot(*elbow, "o", color=colour, markersize=9, zorder=3)


def _fit(axes: Axes, x: tuple[float, float], z: tuple[float, float]) -> None:
    axes.set_aspect("equal", adjustable="box", anchor="W")
    axes.set_xlim(*x)
    axes.set_ylim(*z)
