"""The half moon: the arm on it, and the path."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from matplotlib.figure import Figure

from armwright.report.canvas import (
    AMBER,
    AXIS_COLOURS,
    BLUE,
    GREEN,
    GREY,
    INK,
    RED,
    WIDTH,
    blank_figure,
    entry,
    grid,
    legend,
    style,
)
from armwright.report.drawing.poses import poses_of, upright
from armwright.report.drawing.robot import draw_arm
from armwright.robot import load
from armwright.signals import Run
from armwright.studies.six_axis.errors import time, values

#: When the arm is drawn, s: before it starts, on the first arc, near a horn, between the horns.
_MOMENTS = (0.0, 1.6, 3.3, 5.2)
_CELL = (WIDTH // len(_MOMENTS), 300)
_LINES = {
    "half-moon": ("exact model", BLUE),
    "half-moon-noise": ("noise on q and q̇", GREEN),
    "half-moon-payload-90": ("payload −10 %", RED),
    "half-moon-inertia-110": ("inertia +10 %", AMBER),
}
#: By how much deviations from the path are enlarged.
_ENLARGED = 20.0


def arm_figure(run: Run) -> Figure:
    robot, (width, height) = load("six_axis"), _CELL
    figure = blank_figure((WIDTH, height))
    poses, path = poses_of(robot), values(run, "reference_tool_position")
    for k, moment in enumerate(_MOMENTS):
        record = int(np.searchsorted(time(run), moment))
        axes = figure.add_axes((k / len(_MOMENTS), 0, 1 / len(_MOMENTS), 1))
        posture = upright(robot, poses(values(run, "joint_position")[record]))
        paper, _, _ = draw_arm(
            axes, robot, posture, folder=None, pixels=(width, height), fill=(0.84, 0.80)
        )
        axes.plot(*paper.project(path).T, color=RED, linewidth=1.4, zorder=4)
        axes.text(0.05, 0.95, f"{moment:g} s", transform=axes.transAxes, color=INK, va="top")
    return figure


def path_figure(runs: Mapping[str, Run]) -> Figure:
    figure = blank_figure((WIDTH, 430))
    entries = [entry("reference", GREY)]
    entries += [entry(label, colour) for label, colour in _LINES.values()]
    legend(figure, entries, below=8)
    places = grid(figure, 1, 2, head=86, foot=62, left=80, gaps=(95, 0))
    plane = figure.add_subplot(places[0, 0])
    reference = values(runs["half-moon"], "reference_tool_position")
    plane.plot(*reference[:, 1:].T, color=GREY, linewidth=3.0, alpha=0.5)
    for name, (_, colour) in _LINES.items():
        off = values(runs[name], "tool_position") - values(runs[name], "reference_tool_position")
        plane.plot(*(reference + _ENLARGED * off)[:, 1:].T, color=colour, linewidth=1.0)
    plane.set_aspect("equal", adjustable="datalim")
    style(plane, title="in the plane of the half moon", x="y, m", y="z, m")
    over_time = figure.add_subplot(places[0, 1])
    for name, column, colour in zip("xyz", reference.T, AXIS_COLOURS, strict=True):
        over_time.plot(time(runs["half-moon"]), column, color=colour, linewidth=1.5)
        over_time.text(11.1, column[-1], name, color=colour, va="center")
    style(over_time, title="reference of the tool", x="time, s", y="m")
    return figure
