"""The arm that gives way: how it swings, and how it keeps to the seam."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MultipleLocator

from armwright.arrays import Array
from armwright.report.canvas import AMBER, BLUE, GREY, RED, Margins, entry, legend, style
from armwright.report.runs.lines import draw_signal
from armwright.report.runs.page import page, title_of
from armwright.report.runs.recorded import Recorded
from armwright.signals import Run
from armwright.studies.rx90b.elastic import Welding
from armwright.studies.rx90b.figures.line import mark
from armwright.studies.rx90b.measures import Track
from armwright.studies.rx90b.source import NEEDED

#: m about the middle of a smooth part of the line in which noise is shown.
_ZOOM = (0.30, 0.32)
#: s in which arms swing after the stop, and a little before.
_AROUND = (-0.1, 0.5)


def swing_figure(runs: Mapping[str, Run]) -> Figure:
    """Deviations about the stop: sideways and vertical."""
    recorded = Recorded.of(list(runs.values())[-1])
    caption = "Each from where it comes to rest. Dotted: the reference stops."
    figure = page(recorded, title_of(recorded, "the arm swings"), caption, height=520)
    colours = (GREY, BLUE, RED)
    looks = list(zip(runs, colours, strict=False))
    legend(figure, [entry(name, colour) for name, colour in looks])
    places = Margins(head=160).grid(figure, 1, 2, gaps=(95, 0))
    for column, name in enumerate(("lateral", "vertical")):
        axes = figure.add_subplot(places[0, column])
        for run, (_, colour) in zip(runs.values(), looks, strict=True):
            track = Track.of(run)
            stop = _stop(track)
            part = (track.time > stop + _AROUND[0]) & (track.time < stop + _AROUND[1])
            off = getattr(track.deviation, name)
            axes.plot(track.time[part], 1e6 * (off[part] - off[-1]), color=colour, linewidth=1.4)
            mark(axes, stop)
        words = {"lateral": "Horizontal", "vertical": "Vertical"}[name]
        style(axes, title=words, x="time, s", y="deviation, µm")
    return figure


def _stop(track: Track) -> float:
    return float(track.time[np.flatnonzero(track.progress >= track.length - 1e-9)[0]])


def seam_figure(found: Welding) -> Figure:
    """The best run beside its seam, with a part in which noise can be seen."""
    run = found.best
    track, recorded = Track.of(run), Recorded.of(run)
    line = run.data["reference_tool_position"].values
    off = found.seam.off(run.data["tool_position"].values, line)
    across = np.array([-line[-1, 1] + line[0, 1], line[-1, 0] - line[0, 0], 0.0])
    across /= np.linalg.norm(across)
    parts = {"Horizontal": (off @ across, BLUE), "Vertical": (off[:, 2], AMBER)}
    low, high = (1e3 * place for place in _ZOOM)
    caption = (
        f"With the best gains. Dashed: ±{1e6 * NEEDED:.0f} µm. Below: from {low:.0f} to "
        f"{high:.0f} mm, about the mean, where noise and counts of the encoders are seen."
    )
    figure = page(recorded, title_of(recorded, "distance from the seam"), caption, height=760)
    places = Margins(head=120).grid(figure, 2, 2, gaps=(95, 95))
    zoomed = (track.progress > _ZOOM[0]) & (track.progress < _ZOOM[1])
    for column, (name, (values, colour)) in enumerate(parts.items()):
        axes = figure.add_subplot(places[0, column])
        _draw(axes, track.progress, values, colour)
        for limit in (-NEEDED, NEEDED):
            axes.axhline(1e6 * limit, color=RED, linewidth=1.2, linestyle=(0, (4, 3)))
        mark(axes, 1e3 * track.place(track.reversal))
        style(axes, title=name, x="position on the line, mm", y="µm")
        below = figure.add_subplot(places[1, column])
        noise = values[zoomed] - values[zoomed].mean()
        _draw(below, track.progress[zoomed], noise, colour)
        style(below, title=f"{name}, a part", x="position on the line, mm", y="µm", ticks=5)
        below.xaxis.set_major_locator(MultipleLocator(5))
    figure.align_ylabels()
    return figure


def _draw(axes: Axes, place: Array, values: Array, colour: str) -> None:
    axes.axhline(0, color=GREY, linewidth=0.8)
    draw_signal(axes, 1e3 * place, 1e6 * values[None], colour)
    axes.margins(x=0.02)
