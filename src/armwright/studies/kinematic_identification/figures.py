"""The five points by every method."""

from __future__ import annotations

import numpy as np
from matplotlib.figure import Figure
from matplotlib.ticker import FixedLocator

from armwright.report.canvas import (
    AMBER,
    BLUE,
    GREEN,
    GREY,
    INK,
    RED,
    WIDTH,
    Margins,
    blank_figure,
    style,
)
from armwright.studies.kinematic_identification.runs import (
    CIRCLES,
    FULL,
    S2_NOISE,
    S2_OFF,
    Identified,
)
from armwright.studies.kinematic_identification.source import AFTER, BEFORE


def points_figure(found: Identified) -> Figure:
    figure = blank_figure((WIDTH, 480))
    place = Margins(left=90, right=460, head=50, foot=70).grid(figure, 1, 1)
    axes = figure.add_subplot(place[0, 0])
    curves = [
        ("S2, nominal", np.array(BEFORE), GREY, "--"),
        ("S2, identified", np.array(AFTER), RED, "--"),
        ("nominal, here", 1e3 * found.before.errors, GREY, "-"),
        (S2_OFF, 1e3 * found.method(S2_OFF).errors, RED, "-"),
        (S2_NOISE, 1e3 * found.method(S2_NOISE).errors, AMBER, "-"),
        (CIRCLES, 1e3 * found.method(CIRCLES).errors, GREEN, "-"),
        (FULL, 1e3 * found.method(FULL).errors, BLUE, "-"),
    ]
    for label, values, colour, line in curves:
        axes.plot(
            np.arange(1, 6), values, line, color=colour, marker="o", linewidth=1.8, label=label
        )
    style(axes, title="distance from where the arm truly is", x="point", y="mm")
    axes.set_yscale("log")
    axes.yaxis.set_major_formatter(lambda value, _: f"{value:g}")
    axes.xaxis.set_major_locator(FixedLocator([1, 2, 3, 4, 5]))
    axes.xaxis.set_major_formatter(lambda value, _: f"P{value:.0f}")
    axes.legend(
        frameon=False, fontsize=11, labelcolor=INK, loc="center left", bbox_to_anchor=(1.02, 0.5)
    )
    return figure
