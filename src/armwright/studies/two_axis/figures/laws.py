"""The laws of springs and friction, and which part of them the runs use."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from armwright.arrays import Array
from armwright.report.canvas import AMBER, BLUE, GREY, entry, grid, legend, style
from armwright.report.runs.page import page
from armwright.report.runs.recorded import Recorded
from armwright.signals import Run
from armwright.studies.two_axis.source import dynamics
from armwright.studies.two_axis.source.motion import values
from armwright.studies.two_axis.source.numbers import Numbers

_COLOURS = BLUE, AMBER


def laws_figure(recorded: Recorded, n: Numbers, runs: Mapping[str, Run]) -> Figure:
    caption = "Thick: what the four paths use of them. Dotted: ψ, where the spring becomes a line."
    figure = page(recorded, "Springs (A.7) and friction (A.9)", caption, 560)
    legend(figure, [entry(f"axis {k + 1}", colour) for k, colour in enumerate(_COLOURS)])
    places = grid(figure, 1, 2, head=150, gaps=(100, 0))
    bent = [
        values(run, "joint_position") - values(run, "motor_position") / n.eta
        for run in runs.values()
    ]
    speeds = [values(run, "motor_velocity") for run in runs.values()]
    _draw_springs(figure.add_subplot(places[0, 0]), n, np.concatenate(bent))
    _draw_friction(figure.add_subplot(places[0, 1]), n, np.concatenate(speeds))
    return figure


def _draw_springs(axes: Axes, n: Numbers, used: Array) -> None:
    x = np.linspace(-4e-3, 4e-3, 801)
    for k, (p, colour) in enumerate(zip(n.springs, _COLOURS, strict=True)):
        axes.plot(1e3 * x, dynamics.spring(p, x), color=colour, linewidth=1.4)
        part = np.linspace(used[:, k].min(), used[:, k].max(), 200)
        axes.plot(1e3 * part, dynamics.spring(p, part), color=colour, linewidth=5, alpha=0.7)
        for side in (-1, 1):
            axes.axvline(1e3 * side * p["psi"], color=colour, linewidth=1, linestyle=(0, (1, 2)))
    axes.axhline(0, color=GREY, linewidth=0.8)
    style(axes, title="Torque of the springs", x="deflection Δ, mrad", y="torque, N m")


def _draw_friction(axes: Axes, n: Numbers, used: Array) -> None:
    v = np.linspace(-150.0, 150.0, 1201)
    for k, (p, colour) in enumerate(zip(n.frictions, _COLOURS, strict=True)):
        axes.plot(v, dynamics.friction(p, v), color=colour, linewidth=1.4)
        part = np.linspace(used[:, k].min(), used[:, k].max(), 400)
        axes.plot(part, dynamics.friction(p, part), color=colour, linewidth=5, alpha=0.7)
    axes.axhline(0, color=GREY, linewidth=0.8)
    style(axes, title="Friction of the motors", x="velocity of the motor, rad/s", y="torque, N m")
