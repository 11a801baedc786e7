"""The pictures: frequency responses of two forms, and how far the tool is beside its path."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

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
from armwright.signals import Run
from armwright.studies.parallel_linkage.measures import after_reversals, path_error
from armwright.studies.parallel_linkage.responses import HERTZ, ConfigurationResponses

#: The joints of the picture: sideways, and in the plane.
_JOINTS = (0, 2)


def responses_figure(responses: Sequence[ConfigurationResponses]) -> Figure:
    """Diagonal elements of joints 1 and 3, a column for each configuration."""
    figure = blank_figure((WIDTH, 560))
    legend(
        figure, [entry("springs in the loop", BLUE), entry("replaced", RED, dashed=True)], below=20
    )
    places = Margins(head=90, foot=70).grid(figure, len(_JOINTS), len(responses), gaps=(18, 40))
    for row, joint in enumerate(_JOINTS):
        for column, one in enumerate(responses):
            axes = figure.add_subplot(places[row, column])
            style(
                axes,
                title=one.name if row == 0 else "",
                x="frequency, Hz" if row else "",
                y=f"joint {joint + 1}, rad/s² per N m" if column == 0 else "",
            )
            for G, colour, dashes in ((one.loop, BLUE, "-"), (one.outside, RED, "--")):
                size = np.abs(G[:, joint, joint])
                axes.loglog(HERTZ, size, color=colour, linestyle=dashes, linewidth=1.3)
            axes.set_ylim(5, 3e3)
            if column:
                axes.tick_params(labelleft=False)
    return figure


def errors_figure(runs: Mapping[str, Run]) -> Figure:
    """Beside the path: above at high speed, below at low speed, where joints have turned around."""
    figure = blank_figure((WIDTH, 560))
    legend(
        figure,
        [
            entry("springs in the loop", BLUE),
            entry("rigid, or without friction", GREY),
            entry("after a joint turned around", RED),
        ],
        below=20,
    )
    places = Margins(head=90, foot=70).grid(figure, 2, 1, gaps=(0, 75))
    rows = (
        ("high speed", "loop, high", "rigid loop, high"),
        ("low speed", "loop, low", "loop without friction, low"),
    )
    for row, (title, full, other) in enumerate(rows):
        axes = figure.add_subplot(places[row, 0])
        style(axes, title=title, x="time, s" if row else "", y="beside the path, mm")
        for name, colour in ((other, GREY), (full, BLUE)):
            found = path_error(runs[name])
            axes.plot(found.time, 1e3 * found.beside, color=colour, linewidth=1.1)
        if row:
            turned = after_reversals(runs[full])
            marked = np.where(turned, 1e3 * found.beside, np.nan)
            axes.plot(found.time, marked, color=RED, linewidth=1.4)
        axes.set_ylim(bottom=0)
        axes.margins(x=0.01)
    return figure
