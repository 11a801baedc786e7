"""The half moon: the arm on it, the path, and bands of many arms."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from armwright.report.canvas import (
    AMBER,
    AXIS_COLOURS,
    BLUE,
    DASHES,
    GREEN,
    GREY,
    INK,
    RED,
    WIDTH,
    Margins,
    blank_figure,
    entry,
    legend,
    stack,
    style,
)
from armwright.report.drawing.poses import poses_of, upright
from armwright.report.drawing.robot import draw_arm
from armwright.report.runs.lines import draw_signal
from armwright.robot import load
from armwright.signals import Run
from armwright.studies.six_axis.many_arms import TITLES, ManyArms
from armwright.studies.six_axis.measures import time, values

#: When the arm is drawn, s: before it starts, on the first arc, near a horn, between the horns.
_MOMENTS = (0.0, 1.6, 3.3, 5.2)
_CELL = (WIDTH // len(_MOMENTS), 300)
_PATH_LINES = {
    "half-moon": ("exact model", BLUE),
    "half-moon-noise": ("noise on q and q̇", GREEN),
    "half-moon-payload-90": ("payload −10 %", RED),
    "half-moon-inertia-110": ("inertia +10 %", AMBER),
}
#: By how much deviations from the path are enlarged.
_ENLARGED = 20.0
#: Heights of a panel with bands, of the gap below it, and of what is above all of them.
_BAND, _BANDS_GAP, _BANDS_HEAD = 96, 20, 88


def arm_figure(run: Run) -> Figure:
    robot, (width, height) = load("six_axis"), _CELL
    figure = blank_figure((WIDTH, height))
    poses, path = poses_of(robot), values(run, "reference_tool_position")
    records = values(run, "joint_position")[np.searchsorted(time(run), _MOMENTS)]
    postures = [upright(robot, poses(q)) for q in records]
    for k, (moment, posture) in enumerate(zip(_MOMENTS, postures, strict=True)):
        axes = figure.add_axes((k / len(_MOMENTS), 0, 1 / len(_MOMENTS), 1))
        paper, _, _ = draw_arm(
            axes,
            robot,
            posture,
            folder=None,
            pixels=(width, height),
            fill=(0.84, 0.80),
            view=postures,
        )
        axes.plot(*paper.project(path).T, color=RED, linewidth=1.4, zorder=4)
        axes.text(0.05, 0.95, f"{moment:g} s", transform=axes.transAxes, color=INK, va="top")
    return figure


def path_figure(runs: Mapping[str, Run]) -> Figure:
    figure = blank_figure((WIDTH, 430))
    entries = [entry("reference", GREY)]
    entries += [entry(label, colour) for label, colour in _PATH_LINES.values()]
    legend(figure, entries, below=8)
    places = Margins(left=80, head=86, foot=62).grid(figure, 1, 2, gaps=(95, 0))
    plane = figure.add_subplot(places[0, 0])
    reference = values(runs["half-moon"], "reference_tool_position")
    plane.plot(*reference[:, 1:].T, color=GREY, linewidth=3.0, alpha=0.5)
    for name, (_, colour) in _PATH_LINES.items():
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


def bands_figure(many: Mapping[str, ManyArms], joints: Sequence[str]) -> Figure:
    """A column for what is wrong; a line for each joint and the tool, with a scale of its own."""
    lines = [*joints, "tool"]
    height = _BANDS_HEAD + 60 + len(lines) * (_BAND + _BANDS_GAP) - _BANDS_GAP
    figure = blank_figure((WIDTH, height))
    legend(
        figure,
        [entry("median", BLUE), entry("S1's limit, 0.01 rad", RED, dashed=True)],
        below=8,
    )
    places = Margins(left=84, head=_BANDS_HEAD, foot=60).grid(
        figure, len(lines), len(many), gaps=(22, _BANDS_GAP)
    )
    for k, name in enumerate(lines):
        first: Axes | None = None
        for column, (key, arms) in enumerate(many.items()):
            axes = figure.add_subplot(places[k, column], sharey=first)
            bands = 1e3 * (arms.tool if name == "tool" else arms.errors[:, :, k])
            draw_signal(axes, arms.time, bands, BLUE, width=1.3)
            if name != "tool":
                for limit in (-10.0, 10.0):
                    axes.axhline(limit, color=RED, linewidth=1.0, linestyle=DASHES)
            style(
                axes,
                x="time, s" if k == len(lines) - 1 else "",
                y="" if first else f"{name}, {'mm' if name == 'tool' else 'mrad'}",
                ticks=4,
            )
            if k == 0:  # six of them need small letters
                axes.set_title(TITLES[key], loc="left", fontsize=10, fontweight="bold", color=INK)
            axes.tick_params(labelleft=first is None)
            axes.margins(x=0.01)
            first = first or axes
    stack(figure.axes)
    return figure
