"""All of it on one page."""

from __future__ import annotations

from matplotlib.figure import Figure

from armwright.report.drawing import blank_figure
from armwright.report.references.cube import draw_cube
from armwright.report.references.examples import tested_arm


def references_page() -> Figure:
    figure = blank_figure((1000, 760))
    axes = figure.add_axes((0, 0, 1, 1))
    draw_cube(axes, tested_arm(), (1000, 760))
    return figure
