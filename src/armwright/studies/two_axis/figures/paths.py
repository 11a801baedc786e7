"""The four paths, with what the tool does wrong on them magnified."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from armwright.report.canvas import GREY, INK, entry, grid, legend, style
from armwright.report.runs.page import page
from armwright.report.runs.recorded import Recorded
from armwright.signals import Run
from armwright.studies.two_axis.deviation import error_vector
from armwright.studies.two_axis.figures.colours import SIM1, SIM2, TITLES
from armwright.studies.two_axis.figures.marks import mark_direction, mark_start, mark_zero
from armwright.studies.two_axis.setups import PATHS
from armwright.studies.two_axis.source.kinematics import forward
from armwright.studies.two_axis.source.motion import values
from armwright.studies.two_axis.source.numbers import Numbers

TIMES = 50


def paths_figure(recorded: Recorded, n: Numbers, runs: Mapping[str, Run]) -> Figure:
    """`runs`: the 16 of table 4.1."""
    caption = (
        f"Deviations are drawn {TIMES} times larger. Star: start; circle: the tool at q = (0, 0). "
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
    places = grid(figure, 2, 2, head=160, gaps=(90, 100))
    for k, path in enumerate(PATHS):
        axes = figure.add_subplot(places[k // 2, k % 2])
        _draw_path(axes, runs[f"{path}-sim1"], runs[f"{path}-sim2"])
        mark_zero(axes, forward(n, np.zeros(2)))
        style(axes, title=TITLES[path], x="x, m", y="z, m")
        axes.set_aspect("equal", adjustable="datalim")
        axes.margins(0.08)
    return figure


def _draw_path(axes: Axes, first: Run, second: Run) -> None:
    reference = values(first, "reference_tool_position")
    axes.plot(*reference.T, color=GREY, linewidth=1.5, linestyle=(0, (5, 3)), zorder=2)
    for run, colour in ((second, SIM2), (first, SIM1)):
        drawn = reference + TIMES * error_vector(run)[:, [0, 2]]
        axes.plot(*drawn.T, color=colour, linewidth=1.5, zorder=3)
    for part in (0.12, 0.62):
        mark_direction(axes, reference, INK, part=part)
    mark_start(axes, reference[0])
