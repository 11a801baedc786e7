"""The pictures: rows of S, Coriolis torques, and what gears do."""

from __future__ import annotations

import numpy as np
from matplotlib.figure import Figure
from matplotlib.ticker import FixedLocator, NullLocator

from armwright.report.canvas import (
    BLUE,
    GREY,
    RED,
    WIDTH,
    Margins,
    blank_figure,
    entry,
    legend,
    style,
)
from armwright.report.runs.lines import envelope
from armwright.studies.couplings import measures
from armwright.studies.couplings.runs import CoupledArm
from armwright.studies.couplings.source import ROWS


def rows_figure(found: CoupledArm) -> Figure:
    """Bars: (3.5) beside the elbow arm."""
    figure = blank_figure((WIDTH, 400))
    legend(figure, [entry("S4, (3.5)", GREY), entry("elbow_arm, assumed numbers", BLUE)], below=20)
    places = Margins(left=80, head=90, foot=70).grid(figure, 1, 3, gaps=(60, 0))
    motors = np.arange(1, 7)
    for k, own in enumerate(measures.rows(found)):
        axes = figure.add_subplot(places[0, k])
        title = f"row {k + 1}, arm {'straight up' if k == 0 else 'folded'}"
        style(axes, title=title, x="motor", y="% of M of the joint" if k == 0 else "")
        axes.bar(motors - 0.2, 100 * ROWS[k], 0.4, color=GREY)
        axes.bar(motors + 0.2, 100 * own, 0.4, color=BLUE)
        axes.set_ylim(0, 1.2)
        axes.set_xticks(motors)
    return figure


def coriolis_figure(found: CoupledArm) -> Figure:
    """Joint 2, as figure 3.1: torque, and its Coriolis part by rotors on a scale of its own."""
    figure = blank_figure((WIDTH, 480))
    places = Margins(left=100, head=45, foot=70).grid(figure, 2, 1, gaps=(0, 70))
    motion = found.motion
    largest = np.abs(motion.torque[:, 1]).max()
    for k, (title, values, colour, scale, unit) in enumerate(
        (
            ("joint 2, torque", motion.torque[:, 1], BLUE, 1.0, "of largest"),
            ("Coriolis torque by rotors alone", motion.coriolis[:, 1], RED, 1e3, "‰ of largest"),
        )
    ):
        axes = figure.add_subplot(places[k, 0])
        style(axes, title=title, x="time, s" if k else "", y=unit)
        axes.plot(*envelope(motion.time, scale * values / largest), color=colour, linewidth=1.3)
        axes.margins(x=0.01)
    return figure


def gears_figure(found: CoupledArm) -> Figure:
    """The worst element against the gear ratio of axis 1."""
    figure = blank_figure((WIDTH, 400))
    axes = figure.add_subplot(
        Margins(left=100, head=45, foot=70).grid(figure, 1, 1, gaps=(0, 0))[0, 0]
    )
    ratio = found.robot.gear_matrix[0, 0]
    factors = np.array(list(found.geared))
    worst = 100 * np.array([np.abs(one.normalised).max() for one in found.geared.values()])
    style(axes, x="gear ratio of axis 1, all others alike", y="largest coupling, % of M")
    axes.loglog(ratio * factors, worst, color=BLUE, marker="o", linewidth=1.6)
    for axis, ticks in ((axes.xaxis, (10, 20, 50, 100)), (axes.yaxis, (1, 2, 5, 10))):
        axis.set_minor_locator(NullLocator())
        axis.set_major_locator(FixedLocator(list(ticks)))
        axis.set_major_formatter(lambda value, _: f"{value:g}")
    return figure
