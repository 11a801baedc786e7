"""How well the tool's position is known, with and without the accelerometer."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from armwright.arrays import Array
from armwright.report.canvas import (
    AMBER,
    BLUE,
    GREY,
    INK,
    RED,
    Margins,
    entry,
    legend,
    stack,
    style,
)
from armwright.report.runs.lines import POINTS, draw_signal
from armwright.report.runs.page import page
from armwright.report.runs.recorded import Recorded
from armwright.studies.two_axis.estimates import EstimateErrors
from armwright.studies.two_axis.figures.marks import mark_start

#: Errors are drawn so many times larger on the path.
TIMES = 20
COLOURS = {"rigid": AMBER, "motors": GREY, "trusted": RED, "drift": BLUE}
NAMES = {
    "rigid": "motor angles, rigid arm",
    "motors": "filter without accelerometer",
    "trusted": "accelerometer trusted",
    "drift": "its drift estimated",
}


def estimation_figure(recorded: Recorded, found: Mapping[str, EstimateErrors]) -> Figure:
    """`found`: by the ways to look for the tool, in the run that was recorded."""
    caption = (
        "Square, Sim3: the accelerometer is mounted wrong, and drifts. Left: errors "
        f"{TIMES} times larger. Bands: ±2 standard deviations."
    )
    figure = page(recorded, "Where the tool is thought to be", caption, 800)
    entries = [entry("true", INK, dashed=True)]
    entries += [entry(NAMES[way], colour) for way, colour in COLOURS.items()]
    legend(figure, entries)
    places = Margins(head=160).grid(figure, 2, 2, gaps=(105, 70), widths=[0.9, 1])
    _draw_path(figure.add_subplot(places[:, 0]), recorded.array("tool_position")[0], found)
    panels = [figure.add_subplot(places[row, 1]) for row in range(2)]
    for axes, (k, name) in zip(panels, ((0, "x"), (2, "z")), strict=True):
        _draw_errors(axes, found, k)
        title = f"Estimated − true, along {name}"
        style(axes, title=title, y="error, µm", x="time, s" if k else "")
    lowest = min(axes.get_ylim()[0] for axes in panels)
    highest = max(axes.get_ylim()[1] for axes in panels)
    for axes in panels:
        axes.set_ylim(lowest, highest)
    stack(panels)
    return figure


def _draw_path(axes: Axes, true: Array, found: Mapping[str, EstimateErrors]) -> None:
    for way in ("rigid", "drift"):
        drawn = true + TIMES * found[way].error
        axes.plot(drawn[:, 0], drawn[:, 2], color=COLOURS[way], linewidth=1.6, zorder=3)
    dashes = (0, (5, 3))
    axes.plot(true[:, 0], true[:, 2], color=INK, linewidth=1.6, linestyle=dashes, zorder=4)
    mark_start(axes, true[0, [0, 2]])
    style(axes, title="Path of the tool", x="x, m", y="z, m")
    axes.set_aspect("equal", adjustable="datalim")
    axes.margins(0.08)


def _draw_errors(axes: Axes, found: Mapping[str, EstimateErrors], k: int) -> None:
    axes.axhline(0, color=GREY, linewidth=0.8)
    best = found["drift"]
    step = -(-best.time.size // POINTS)
    band = 2e6 * best.deviation[::step, k]
    axes.fill_between(best.time[::step], -band, band, color=BLUE, alpha=0.16, linewidth=0)
    for way in ("motors", "trusted", "drift"):
        error = 1e6 * found[way].error[None, :, k]
        draw_signal(axes, found[way].time, np.asarray(error), COLOURS[way], width=1.2)
    axes.margins(x=0.01)
