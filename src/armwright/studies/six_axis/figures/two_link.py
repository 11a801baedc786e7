"""The two-link arm's runs."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from matplotlib.figure import Figure

from armwright.report.canvas import (
    BLUE,
    RED,
    WIDTH,
    Margins,
    blank_figure,
    entry,
    least_span,
    legend,
    style,
)
from armwright.signals import Run
from armwright.studies.six_axis.measures import time, values
from armwright.studies.six_axis.runs import NEARLY_LEVEL, spinning_torques


def _titles() -> dict[str, str]:
    """By run."""
    (column, arm), level = spinning_torques(), NEARLY_LEVEL
    return {
        "two-link-free": "no torque",
        "two-link-balanced": "τ₂ = g m_A L_y/2",
        "two-link-spinning": f"τ = {column:g}, {arm:.1f} N m",
        "two-link-level": f"τ = {level[0]:g}, {level[1]:g} N m",
    }


def validation_figure(runs: Mapping[str, Run]) -> Figure:
    figure = blank_figure((WIDTH, 330))
    legend(figure, [entry("θ₁, column", BLUE), entry("θ₂, arm", RED)], below=8)
    titles = _titles()
    places = Margins(left=80, head=78, foot=58).grid(figure, 1, len(titles), gaps=(70, 0))
    for k, (name, title) in enumerate(titles.items()):
        axes = figure.add_subplot(places[0, k])
        degrees = np.degrees(values(runs[name], "joint_position"))
        for curve, colour in zip(degrees.T, (BLUE, RED), strict=True):
            axes.plot(time(runs[name]), curve, color=colour, linewidth=1.5)
        style(axes, title=title, x="time, s", y="" if k else "degrees", ticks=5)
        least_span(axes, 2.0)
    return figure
