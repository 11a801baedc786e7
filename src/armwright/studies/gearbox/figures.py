"""The pictures: what motors feel of the wrist, and where its models put the tool."""

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
from armwright.studies.gearbox.measures import response, tool_off
from armwright.studies.gearbox.runs import (
    CONDENSED,
    DOMINANT,
    FREQUENCIES,
    FULL,
    TESTED,
    WristModels,
)
from armwright.studies.gearbox.wrist import MOTORS

#: Model → colour, dashed.
_LINES = {
    FULL: ("black", False),
    CONDENSED: (BLUE, True),
    DOMINANT: (GREY, False),
    TESTED: (RED, False),
}


def responses_figure(found: WristModels) -> Figure:
    """Acceleration of each wrist motor for its own torque."""
    figure = blank_figure((WIDTH, 400))
    legend(figure, [entry(n, c, dashed=dashed) for n, (c, dashed) in _LINES.items()], below=20)
    places = Margins(head=90, foot=70).grid(figure, 1, 3, gaps=(75, 0))
    curves = {name: response(found, name) for name in _LINES}
    for k, motor in enumerate(MOTORS):
        axes = figure.add_subplot(places[0, k])
        label = "acceleration per torque, 1/(kg m²)" if k == 0 else ""
        style(axes, title=f"motor {motor}", x="frequency, Hz", y=label)
        for name, (colour, dashed) in _LINES.items():
            dash = "--" if dashed else "-"
            axes.loglog(
                FREQUENCIES, curves[name][:, k], color=colour, linestyle=dash, linewidth=1.3
            )
        axes.set_xlim(FREQUENCIES[0], FREQUENCIES[-1])
        axes.set_ylim(15, 4000)
    return figure


def tool_figure(found: WristModels) -> Figure:
    """Distance of the tool from where the full train has it."""
    figure = blank_figure((WIDTH, 380))
    others = {name: line for name, line in _LINES.items() if name != FULL}
    legend(figure, [entry(n, c, dashed=dashed) for n, (c, dashed) in others.items()], below=20)
    axes = figure.add_subplot(Margins(head=80, foot=70).grid(figure, 1, 1, gaps=(0, 0))[0, 0])
    style(axes, x="time, s", y="distance, mm")
    time = found.runs[FULL].data["time"].values
    for name, (colour, dashed) in others.items():
        x, y = envelope(time, np.maximum(1e3 * tool_off(found, name), 1e-4))
        axes.plot(x, y, color=colour, linestyle="--" if dashed else "-", linewidth=1.2)
    axes.set_yscale("log")
    axes.margins(x=0.01)
    return figure
