"""Static errors of a wrong payload."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from matplotlib.figure import Figure

from armwright.arrays import Array
from armwright.report.canvas import Margins, blank_figure, legend, style
from armwright.signals import Run
from armwright.studies.six_axis.figures.cases import JOINT_COLOURS, joint_entries
from armwright.studies.six_axis.measures import static
from armwright.studies.six_axis.runs import FACTORS, PAYLOADS

_STATIC_SIZE = (1200, 380)


def static_figure(runs: Mapping[str, Run], slope: Array) -> Figure:
    """`slope`: rad for each whole of the mass, one for each joint."""
    figure = blank_figure(_STATIC_SIZE)
    axes = figure.add_subplot(Margins(head=62, foot=70).grid(figure, 1, 1)[0, 0])
    wrong = 100 * (np.array(FACTORS) - 1)
    errors = 1e3 * np.array([static(runs[PAYLOADS[factor]]) for factor in FACTORS])
    for k, colour in enumerate(JOINT_COLOURS):
        axes.plot([-11, 11], 10 * slope[k] * np.array([-11, 11]), color=colour, linewidth=1.2)
        axes.plot(wrong, errors[:, k], "o", color=colour, markersize=5)
    style(axes, x="error of the payload, %", y="static error, mrad")
    legend(figure, joint_entries(runs["ideal"]), below=8)
    return figure
