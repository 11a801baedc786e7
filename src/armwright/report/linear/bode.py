"""Frequency responses: magnitude and phase over the frequency."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from matplotlib.figure import Figure
from matplotlib.ticker import LogFormatterSciNotation, LogLocator, MultipleLocator

from armwright.arrays import Array
from armwright.linear import LinearModel
from armwright.linear.margins import StabilityMargins
from armwright.report.canvas import (
    AMBER,
    BLUE,
    DASHES,
    GREEN,
    GREY,
    INK,
    RED,
    WIDTH,
    Margins,
    blank_figure,
    entry,
    legend,
    stack,
    style,
)
from armwright.report.words import short

HEIGHT = 860
COLOURS = (BLUE, RED, GREEN, AMBER, "#7a4fb5", "#1a9aa0")


def bode_page(model: LinearModel, hertz: Array, margins: StabilityMargins | None = None) -> Figure:
    """Each input to each output: the first six in colours, further ones grey. With `margins`, where
    they are read."""
    figure = blank_figure((WIDTH, HEIGHT))
    grid = Margins(head=132).grid(figure, 2, 1, gaps=(0, 46))
    upper, lower = figure.add_subplot(grid[0]), figure.add_subplot(grid[1])
    response = model.frequency_response(2 * math.pi * hertz)
    if model.cut:
        response = -response
    entries = []
    for number, (name, row, column) in enumerate(pairs(model)):
        values = response[:, row, column]
        colour = COLOURS[number] if number < len(COLOURS) else GREY
        size = np.abs(values)
        size = np.where(size > 0, size, np.nan)
        upper.plot(hertz, size, color=colour, linewidth=1.7)
        lower.plot(hertz, np.degrees(np.unwrap(np.angle(values))), color=colour, linewidth=1.7)
        if number < len(COLOURS):
            entries.append(entry(short(name, 44), colour))
    what = "open loop" if model.cut else "frequency response"
    title = f"{short(model.name, 50)}: {what}"
    bold: dict[str, Any] = {"va": "top", "fontsize": 17, "fontweight": "bold", "color": INK}
    figure.text(20 / WIDTH, 1 - 16 / HEIGHT, title, parse_math=False, **bold)
    outputs, inputs = model.outputs.units, model.inputs.units
    units = {f"{a or '1'} per {b or '1'}" for a in outputs for b in inputs}
    style(upper, y="magnitude" + (f", {units.pop()}" if len(units) == 1 else ""))
    style(lower, x="frequency, Hz", y="phase, °")
    for axes in (upper, lower):
        axes.set_xscale("log")
        axes.set_xlim(hertz[0], hertz[-1])
        if model.period is not None:
            axes.axvline(0.5 / model.period, color=GREY, linewidth=1, linestyle=DASHES)
    upper.set_yscale("log")
    upper.yaxis.set_major_locator(LogLocator(numticks=8))
    upper.yaxis.set_major_formatter(LogFormatterSciNotation())
    lower.yaxis.set_major_locator(_right_angles(lower.get_ylim()))
    if margins is not None:
        upper.axhline(1.0, color=INK, linewidth=0.9)
        for at, axes in ((margins.phase_frequency, lower), (margins.gain_frequency, upper)):
            if math.isfinite(at):
                axes.axvline(at / (2 * math.pi), color=INK, linewidth=0.9, linestyle=DASHES)
    columns = [entries[k : k + 3] for k in range(0, len(entries), 3)]
    for k, some in enumerate(columns):
        legend(figure, some, below=50 + 26 * k)
    stack(figure.axes)
    return figure


def pairs(model: LinearModel) -> list[tuple[str, int, int]]:
    """Name, output and input; an element to its own namesake first."""
    found = []
    for row, output in enumerate(model.output_names):
        for column, given in enumerate(model.input_names):
            own = output.partition("[")[2] == given.partition("[")[2]
            name = f"to {output}" if len(model.input_names) == 1 else f"{given} → {output}"
            found.append((not own, name, row, column))
    return [(name, row, column) for _, name, row, column in sorted(found, key=lambda one: one[0])]


def _right_angles(limits: tuple[float, float]) -> MultipleLocator:
    span = limits[1] - limits[0]
    return MultipleLocator(45 if span <= 400 else 90 if span <= 900 else 360)
