"""The four paths, with what the tool does wrong on them magnified; and how far it is from them."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from armwright.report.canvas import GREY, INK, Margins, entry, legend, style
from armwright.report.runs.lines import draw_signal
from armwright.report.runs.page import page
from armwright.report.runs.recorded import Recorded
from armwright.signals import Run
from armwright.studies.two_axis.figures.marks import (
    PATH_TITLES,
    SIM1,
    SIM2,
    mark_direction,
    mark_start,
    mark_zero,
)
from armwright.studies.two_axis.measures import error_vector, values
from armwright.studies.two_axis.runs import PATHS
from armwright.studies.two_axis.source import TwoAxisNumbers, forward

_TIMES = 50


def paths_figure(recorded: Recorded, n: TwoAxisNumbers, runs: Mapping[str, Run]) -> Figure:
    """`runs`: the 16 of table 4.1."""
    caption = (
        f"Deviations are drawn {_TIMES} times larger. Star: start; circle: the tool at q = (0, 0). "
        "They go clockwise."
    )
    figure = page(recorded, "Four closed paths", caption, 1180)
    legend(
        figure,
        [
            entry("wanted", GREY, dashed=True),
            entry("Sim1, Sim3, Sim4", SIM1),
            entry("Sim2: model errors", SIM2),
            Line2D([], [], marker="*", color=INK, markersize=13, linestyle="none", label="start"),
        ],
    )
    places = Margins(head=160).grid(figure, 2, 2, gaps=(90, 100))
    for k, path in enumerate(PATHS):
        axes = figure.add_subplot(places[k // 2, k % 2])
        _draw_path(axes, runs[f"{path}-sim1"], runs[f"{path}-sim2"])
        mark_zero(axes, forward(n, np.zeros(2)))
        style(axes, title=PATH_TITLES[path], x="x, m", y="z, m")
        axes.set_aspect("equal", adjustable="datalim")
        axes.margins(0.08)
    return figure


def _draw_path(axes: Axes, first: Run, second: Run) -> None:
    reference = values(first, "reference_tool_position")
    axes.plot(*reference.T, color=GREY, linewidth=1.5, linestyle=(0, (5, 3)), zorder=2)
    for run, colour in ((second, SIM2), (first, SIM1)):
        drawn = reference + _TIMES * error_vector(run)[:, [0, 2]]
        axes.plot(*drawn.T, color=colour, linewidth=1.5, zorder=3)
    for part in (0.12, 0.62):
        mark_direction(axes, reference, INK, part=part)
    mark_start(axes, reference[0])


def deviations_figure(recorded: Recorded, runs: Mapping[str, Run]) -> Figure:
    """`runs`: the 16 of table 4.1."""
    caption = "Distance of the tool from where it should be at that time."
    figure = page(recorded, "Model errors and the tool's path", caption, 860)
    legend(figure, [entry("Sim1, Sim3, Sim4", SIM1), entry("Sim2: model errors", SIM2)])
    places = Margins(head=160).grid(figure, 2, 2, gaps=(90, 105))
    highest = 0.0
    panels = []
    for k, path in enumerate(PATHS):
        axes = figure.add_subplot(places[k // 2, k % 2])
        panels.append(axes)
        for sim, colour in (("sim2", SIM2), ("sim1", SIM1)):
            run = runs[f"{path}-{sim}"]
            distance = 1e3 * np.linalg.norm(error_vector(run), axis=1)
            draw_signal(axes, run.data["time"].values, distance[None], colour, width=1.5)
            highest = max(highest, float(distance.max()))
        style(axes, title=PATH_TITLES[path], x="time, s", y="deviation, mm")
        axes.margins(x=0.01)
    for axes in panels:
        axes.set_ylim(0, 1.06 * highest)
    return figure
