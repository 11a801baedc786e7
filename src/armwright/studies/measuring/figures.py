"""The pictures: what the files hold, and how far apart two recorders are."""

from __future__ import annotations

import numpy as np
from matplotlib.figure import Figure

from armwright.report.canvas import (
    BLUE,
    GREY,
    RED,
    WIDTH,
    Margins,
    blank_figure,
    entry,
    legend,
    style,
)
from armwright.report.runs.lines import envelope
from armwright.studies.measuring.measures import free_distance, triggered_distance
from armwright.studies.measuring.runs import FAST, THOUSAND, Measurement

#: s, from where the arm brakes: what lies between samples shows.
_ZOOM = (2.0, 2.1)


def recordings_figure(found: Measurement) -> Figure:
    """Joint 1's current in the two files, the whole test and a tenth of a second of it."""
    figure = blank_figure((WIDTH, 430))
    legend(
        figure,
        [entry("1.6 kHz", BLUE), entry("1000 samples", RED), entry("true", GREY, dashed=True)],
        below=20,
    )
    places = Margins(head=90, foot=70).grid(figure, 1, 2, gaps=(95, 0))
    time = found.run.data["time"].values
    true = found.run.data["motor_current"].values[:, 0]
    for k, (first, last) in enumerate(((0.0, float(time[-1])), _ZOOM)):
        axes = figure.add_subplot(places[0, k])
        style(axes, title="joint 1", x="time, s", y="current, A" if k == 0 else "")
        for way, colour in ((FAST, BLUE), (THOUSAND, RED)):
            log = found.card[way].cut(first, last)
            x, y = log.time, log["motor_current"][:, 0]
            points = envelope(x, y) if k == 0 else (x, y)
            axes.plot(*points, color=colour, linewidth=1.2, marker="." if k else "", markersize=4)
        inside = (time >= first) & (time <= last)
        axes.plot(*envelope(time[inside], true[inside]), color=GREY, linewidth=1, linestyle="--")
        axes.margins(x=0.01)
    return figure


def distances_figure(found: Measurement) -> Figure:
    """From the target by the encoders to the target by the tracker, on a logarithmic scale."""
    figure = blank_figure((WIDTH, 400))
    legend(
        figure,
        [
            entry("two clocks, as they are", RED),
            entry("triggered, nominal geometry", GREY),
            entry("triggered, the arm's own geometry", BLUE),
        ],
        below=20,
    )
    axes = figure.add_subplot(Margins(head=80, foot=70).grid(figure, 1, 1, gaps=(0, 0))[0, 0])
    style(axes, x="time, s", y="distance, mm")
    lines = (
        (found.free.time, free_distance(found), RED),
        (found.triggered.time, triggered_distance(found, nominal=True), GREY),
        (found.triggered.time, triggered_distance(found), BLUE),
    )
    for time, distance, colour in lines:
        axes.plot(time, np.maximum(1e3 * distance, 1e-3), color=colour, linewidth=1.3)
    axes.set_yscale("log")
    axes.margins(x=0.01)
    return figure
