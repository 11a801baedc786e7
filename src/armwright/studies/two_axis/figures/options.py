"""What each option does to the tool's path."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from matplotlib.figure import Figure

from armwright.report.canvas import BLUE, INK, Margins, entry, legend, style
from armwright.report.runs.page import page
from armwright.report.runs.recorded import Recorded
from armwright.studies.two_axis.measures import Distance
from armwright.studies.two_axis.runs import PLAIN, SourceOption

LIGHT = "#a9c2ef"


def options_figure(
    recorded: Recorded, options: Mapping[str, SourceOption], errors: Mapping[str, Distance]
) -> Figure:
    """`errors`: of the tool's path, by the name of the option."""
    figure = page(
        recorded,
        "What each option does to the path",
        "Square: true distance of the tool from its reference, each option switched by itself.",
        190 + 34 * len(errors),
    )
    plain = entry("RMS of the plain arm", INK, dashed=True)
    legend(figure, [entry("RMS", BLUE), entry("largest", LIGHT), plain])
    axes = figure.add_subplot(Margins(left=430, head=130).grid(figure, 1, 1)[0, 0])
    rows = np.arange(len(errors))[::-1]
    largest = [1e3 * error.largest for error in errors.values()]
    square = [1e3 * error.rms for error in errors.values()]
    axes.barh(rows, largest, height=0.62, color=LIGHT)
    axes.barh(rows, square, height=0.62, color=BLUE)
    for row, value, end in zip(rows, square, largest, strict=True):
        axes.text(end + 0.015, row, f"{value:.3f}", va="center", fontsize=10.5, color=INK)
    axes.axvline(1e3 * errors[PLAIN].rms, color=INK, linewidth=1.2, linestyle=(0, (4, 2.5)))
    axes.set_xlim(0, 1.1 * max(largest))
    style(axes, x="distance from the path, mm; numbers: RMS")
    axes.set_yticks(rows, [_words(options[name]) for name in errors])
    axes.grid(False, axis="y")
    axes.set_ylim(-0.6, len(errors) - 0.4)
    return figure


def _words(option: SourceOption) -> str:
    return option.words if option.heading == "none" else f"{option.heading.lower()}: {option.words}"
