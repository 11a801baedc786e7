"""The arm in its plane, with both branches of its inverse kinematics and the four paths; its
springs and friction, and which part of them the runs use."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Wedge

from armwright.arrays import Array
from armwright.report.canvas import (
    AMBER,
    BLUE,
    FLOOR,
    GREY,
    INK,
    RED,
    Margins,
    entry,
    legend,
    style,
)
from armwright.report.runs.page import page
from armwright.report.runs.recorded import Recorded
from armwright.signals import Run
from armwright.studies.two_axis import source
from armwright.studies.two_axis.figures.marks import PATH_COLOURS, mark_start, mark_zero
from armwright.studies.two_axis.measures import values
from armwright.studies.two_axis.source import TwoAxisNumbers, forward, inverse

#: A point that both branches reach, and one that none does, m.
REACHED, _REFUSED = (1.3, 0.6), (1.95, -1.05)
_AXIS_COLOURS = BLUE, AMBER


def arm_figure(recorded: Recorded, n: TwoAxisNumbers, runs: Mapping[str, Run]) -> Figure:
    """`runs`: Sim1 by path."""
    caption = (
        f"Links of {n.l[0]:g} and {n.l[1]:g} m, seen along y; grey: the area that the tool reaches."
    )
    figure = page(recorded, "The arm, its branches and its paths", caption, 720)
    entries = [entry("elbow up", BLUE), entry("elbow down", RED)]
    legend(figure, [*entries, entry("zero position", GREY)])
    places = Margins(head=150).grid(figure, 1, 2, gaps=(90, 0))
    _draw_branches(figure.add_subplot(places[0, 0]), n)
    _draw_paths(figure.add_subplot(places[0, 1]), n, runs)
    return figure


def _draw_branches(axes: Axes, n: TwoAxisNumbers) -> None:
    _draw_reach(axes, n)
    for up, colour in ((True, BLUE), (False, RED)):
        _draw_links(axes, n, inverse(n, np.array(REACHED), elbow_up=up), colour)
    axes.plot(*REACHED, "o", color=INK, markersize=7, zorder=5)
    axes.plot(*_REFUSED, "x", color=RED, markersize=10, markeredgewidth=2.4, zorder=5)
    axes.annotate(
        "out of reach:\nan error",
        _REFUSED,
        xytext=(-12, 0),
        textcoords="offset points",
        ha="right",
        va="center",
        fontsize=11,
        color=INK,
    )
    style(axes, title="One point, two sets of joint angles", x="x, m", y="z, m")
    _fit(axes, (-1.1, 2.2), (-1.3, 2.1))


def _draw_paths(axes: Axes, n: TwoAxisNumbers, runs: Mapping[str, Run]) -> None:
    _draw_reach(axes, n)
    _draw_links(axes, n, np.zeros(2), GREY)
    for path, run in runs.items():
        points = values(run, "reference_tool_position")
        axes.plot(*points.T, color=PATH_COLOURS[path], linewidth=1.8, zorder=4)
        mark_start(axes, points[0], PATH_COLOURS[path], size=11)
    mark_zero(axes, forward(n, np.zeros(2)))
    style(axes, title="Zero position and the four paths", x="x, m", y="z, m")
    axes.legend(
        handles=[entry(path, PATH_COLOURS[path]) for path in runs],
        loc="lower left",
        frameon=False,
        fontsize=10.5,
    )
    _fit(axes, (-0.4, 2.1), (-0.55, 1.95))


def _draw_reach(axes: Axes, n: TwoAxisNumbers) -> None:
    inner, outer = abs(n.l[0] - n.l[1]), n.l.sum()
    axes.add_patch(Wedge((0, 0), outer, 0, 360, width=outer - inner, color=FLOOR, zorder=1))
    axes.plot(0, 0, "o", color=INK, markersize=9, zorder=5)


def _draw_links(axes: Axes, n: TwoAxisNumbers, q: Array, colour: str) -> None:
    elbow = n.l[0] * np.array([np.sin(q[0]), np.cos(q[0])])
    points = np.stack([np.zeros(2), elbow, forward(n, q)])
    axes.plot(*points.T, color=colour, linewidth=5, alpha=0.85, solid_capstyle="round", zorder=3)
    axes.plot(*elbow, "o", color=colour, markersize=9, zorder=3)


def _fit(axes: Axes, x: tuple[float, float], z: tuple[float, float]) -> None:
    axes.set_aspect("equal", adjustable="box", anchor="W")
    axes.set_xlim(*x)
    axes.set_ylim(*z)


def laws_figure(recorded: Recorded, n: TwoAxisNumbers, runs: Mapping[str, Run]) -> Figure:
    caption = "Thick: what the four paths use of them. Dotted: ψ, where the spring becomes a line."
    figure = page(recorded, "Springs (A.7) and friction (A.9)", caption, 560)
    legend(figure, [entry(f"axis {k + 1}", colour) for k, colour in enumerate(_AXIS_COLOURS)])
    places = Margins(head=150).grid(figure, 1, 2, gaps=(100, 0))
    bent = [
        values(run, "joint_position") - values(run, "motor_position") / n.eta
        for run in runs.values()
    ]
    speeds = [values(run, "motor_velocity") for run in runs.values()]
    _draw_springs(figure.add_subplot(places[0, 0]), n, np.concatenate(bent))
    _draw_friction(figure.add_subplot(places[0, 1]), n, np.concatenate(speeds))
    return figure


def _draw_springs(axes: Axes, n: TwoAxisNumbers, used: Array) -> None:
    x = np.linspace(-4e-3, 4e-3, 801)
    for k, (p, colour) in enumerate(zip(n.springs, _AXIS_COLOURS, strict=True)):
        axes.plot(1e3 * x, source.spring(p, x), color=colour, linewidth=1.4)
        part = np.linspace(used[:, k].min(), used[:, k].max(), 200)
        axes.plot(1e3 * part, source.spring(p, part), color=colour, linewidth=5, alpha=0.7)
        for side in (-1, 1):
            axes.axvline(1e3 * side * p["psi"], color=colour, linewidth=1, linestyle=(0, (1, 2)))
    axes.axhline(0, color=GREY, linewidth=0.8)
    style(
        axes,
        title="Springs, on the joints' side of the gears",
        x="deflection Δ, mrad",
        y="torque, N m",
    )


def _draw_friction(axes: Axes, n: TwoAxisNumbers, used: Array) -> None:
    v = np.linspace(-150.0, 150.0, 1201)
    for k, (p, colour) in enumerate(zip(n.frictions, _AXIS_COLOURS, strict=True)):
        axes.plot(v, source.friction(p, v), color=colour, linewidth=1.4)
        part = np.linspace(used[:, k].min(), used[:, k].max(), 400)
        axes.plot(part, source.friction(p, part), color=colour, linewidth=5, alpha=0.7)
    axes.axhline(0, color=GREY, linewidth=0.8)
    style(
        axes,
        title="Friction, on the motors' side",
        x="velocity of the motor, rad/s",
        y="torque, N m",
    )
