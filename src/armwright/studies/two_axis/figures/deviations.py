"""How far the tool is from its path, with and without model errors."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from matplotlib.figure import Figure

from armwright.report.canvas import entry, grid, legend, style
from armwright.report.runs.lines import draw_signal
from armwright.report.runs.page import page
from armwright.report.runs.recorded import Recorded
from armwright.signals import Run
from armwright.studies.two_axis.deviation import error_vector
from armwright.studies.two_axis.figures.colours import SIM1, SIM2, TITLES
from armwright.studies.two_axis.setups import PATHS


def deviations_figure(recorded: Recorded, runs: Mapping[str, Run]) -> Figure:
    """`runs`: the 16 of table 4.1."""
    caption = "Distance of the tool from where it should be at that time."
    figure = page(recorded, "Model errors and the tool's path", caption, 860)
    legend(figure, [entry("Sim1, Sim3, Sim4", SIM1), entry("Sim2: model errors", SIM2)])
    places = grid(figure, 2, 2, head=160, gaps=(90, 105))
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
        style(axes, title=TITLES[path], x="time, s", y="deviation, mm")
        axes.margins(x=0.01)
    for axes in panels:
        axes.set_ylim(0, 1.06 * highest)
    return figure
