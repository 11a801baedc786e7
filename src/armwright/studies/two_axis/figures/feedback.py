"""Stiffness over a calibration run, and the tool with feedback."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from armwright.arrays import Array
from armwright.report.canvas import (
    AMBER,
    BLUE,
    GREEN,
    GREY,
    INK,
    RED,
    Margins,
    entry,
    legend,
    style,
)
from armwright.report.runs.lines import POINTS, draw_signal
from armwright.report.runs.page import page
from armwright.report.runs.recorded import Recorded
from armwright.signals import Run
from armwright.studies.two_axis.calibration import FollowedStiffness
from armwright.studies.two_axis.feedback import BANDWIDTH, SHOWN, FeedbackRuns
from armwright.studies.two_axis.figures.marks import PURPLE, mark_start
from armwright.studies.two_axis.measures import error_vector, path_error

#: Errors are drawn so many times larger on the path.
TIMES = 40
#: By gear: k_low and k_high.
_COLOURS = (BLUE, AMBER, GREEN, PURPLE)
#: µm
_TICKS = (100, 200, 500, 1000, 2000)


def stiffness_name(path: str) -> str:
    """`joint 1, k_low`, of a path."""
    parts = path.split(".")
    return f"{parts[1].replace('joint', 'joint ')}, {parts[-1]}"


def calibration_figure(found: FollowedStiffness) -> Figure:
    own = found.calibration
    caption = (
        "Left: as a part of what is true, with ±2 standard deviations. Right: on the four paths of "
        "Sim2, one after the other."
    )
    figure = page(Recorded.of(own.run), "Stiffness that the filter finds", caption, 560)
    names = [stiffness_name(name) for name in own.names]
    legend(
        figure,
        [
            *(entry(*pair) for pair in zip(names, _COLOURS, strict=True)),
            entry("as told", RED),
            entry("calibrated", INK),
        ],
    )
    places = Margins(head=160).grid(figure, 1, 2, gaps=(105, 70), widths=[1, 1])
    axes, other = (figure.add_subplot(places[0, k]) for k in range(2))
    step = -(-own.time.size // POINTS)
    axes.axhline(1.0, color=GREY, linewidth=0.8)
    for k, colour in enumerate(_COLOURS):
        ratio, band = own.found[::step, k] / own.true[k], 2 * own.deviation[::step, k] / own.true[k]
        axes.fill_between(
            own.time[::step], ratio - band, ratio + band, color=colour, alpha=0.14, linewidth=0
        )
        axes.plot(own.time[::step], ratio, color=colour, linewidth=1.6)
    axes.set_ylim(0.75, 1.45)
    axes.margins(x=0.01)
    style(axes, title="Found, of what is true", x="time, s", y="")
    for one, colour in ((found.believed, RED), (found.calibrated, INK)):
        size = 1e6 * np.linalg.norm(one.error, axis=1)
        period = one.time[1] - one.time[0]
        draw_signal(other, period * np.arange(size.size), size[None], colour, width=1.2)
    other.set_ylim(bottom=0)
    other.margins(x=0.01)
    style(other, title="Error of the estimated tool", x="time on the paths, s", y="µm")
    return figure


def feedback_figure(runs: FeedbackRuns) -> Figure:
    without, fed = runs.without[SHOWN], runs.calibrated[SHOWN]
    caption = (
        f"Square, Sim2. Left: errors {TIMES} times larger. Bottom right: the whole run's RMS by "
        "the bandwidth of the feedback."
    )
    figure = page(Recorded.of(fed), "The tool with feedback from its estimate", caption, 800)
    legend(
        figure,
        [
            entry("reference", INK, dashed=True),
            entry("without feedback", RED),
            entry("calibrated filter", BLUE),
            entry("filter with the controller's model", AMBER),
            entry("Sim1", GREY),
        ],
    )
    places = Margins(head=160).grid(figure, 2, 2, gaps=(105, 70), widths=[0.9, 1])
    _draw_path(figure.add_subplot(places[:, 0]), without, fed)
    over_time = figure.add_subplot(places[0, 1])
    shown = ((without, RED), (runs.believed[SHOWN], AMBER), (fed, BLUE))
    for run, colour in shown:
        size = 1e6 * np.linalg.norm(error_vector(run), axis=1)
        draw_signal(over_time, run.data["time"].values, size[None], colour, width=1.2)
    over_time.set_ylim(bottom=0)
    over_time.margins(x=0.01)
    style(over_time, title="Distance of the tool from its reference", x="time, s", y="µm")
    by_bandwidth = figure.add_subplot(places[1, 1])
    for some, colour in ((runs.believing, AMBER), (runs.tried, BLUE), (runs.right, GREY)):
        _draw_bandwidths(by_bandwidth, some, colour)
    by_bandwidth.axvline(BANDWIDTH, color=GREY, linewidth=0.8, linestyle=":")
    by_bandwidth.set_yscale("log")
    style(by_bandwidth, title="RMS distance", x="bandwidth, rad/s", y="µm")
    by_bandwidth.set_yticks(_TICKS, [f"{tick}" for tick in _TICKS])
    return figure


def _draw_path(axes: Axes, without: Run, fed: Run) -> None:
    reference: Array = without.data["reference_tool_position"].values
    for run, colour in ((without, RED), (fed, BLUE)):
        drawn = reference + TIMES * error_vector(run)
        axes.plot(drawn[:, 0], drawn[:, 2], color=colour, linewidth=1.4, zorder=3)
    dashes = (0, (5, 3))
    axes.plot(
        reference[:, 0], reference[:, 2], color=INK, linewidth=1.6, linestyle=dashes, zorder=4
    )
    mark_start(axes, reference[0, [0, 2]])
    style(axes, title="Path of the tool", x="x, m", y="z, m")
    axes.set_aspect("equal", adjustable="datalim")
    axes.margins(0.08)


def _draw_bandwidths(axes: Axes, runs: Mapping[float, Run], colour: str) -> None:
    sizes = [1e6 * path_error(run).rms for run in runs.values()]
    axes.plot(list(runs), sizes, color=colour, marker="o", markersize=5, linewidth=1.6)
