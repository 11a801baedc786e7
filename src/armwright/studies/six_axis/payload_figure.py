"""Static errors against the error of the payload."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from matplotlib.figure import Figure

from armwright.arrays import Array
from armwright.report.canvas import blank_figure, entry, grid, legend, style
from armwright.signals import Run
from armwright.studies.six_axis.cases import FACTORS
from armwright.studies.six_axis.errors import static
from armwright.studies.six_axis.figures import COLOURS

_SIZE = (1200, 380)


def static_figure(runs: Mapping[str, Run], slope: Array) -> Figure:
    """`slope`: rad for each whole of the mass, one for each joint."""
    figure = blank_figure(_SIZE)
    axes = figure.add_subplot(grid(figure, 1, 1, head=62, foot=70)[0, 0])
    wrong = 100 * (np.array(FACTORS) - 1)
    errors = 1e3 * np.array([static(runs[f"payload-{round(100 * f)}"]) for f in FACTORS])
    for k, colour in enumerate(COLOURS):
        axes.plot([-11, 11], 10 * slope[k] * np.array([-11, 11]), color=colour, linewidth=1.2)
        axes.plot(wrong, errors[:, k], "o", color=colour, markersize=5)
    style(axes, x="error of the payload, %", y="static error, mrad")
    names = runs["ideal"].data["joint"].values
    legend(figure, [entry(str(n), c) for n, c in zip(names, COLOURS, strict=True)], below=8)
    return figure
