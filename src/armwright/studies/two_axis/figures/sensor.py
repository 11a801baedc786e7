"""What the accelerometer shows, and what explains it."""

from __future__ import annotations

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
from armwright.report.runs.lines import draw_signal
from armwright.report.runs.page import page
from armwright.report.runs.recorded import Recorded
from armwright.studies.two_axis.figures.marks import PURPLE
from armwright.studies.two_axis.measures import Reading
from armwright.studies.two_axis.whiteness import LAGS

_PARTS = {"rotation": AMBER, "lever": GREEN, "drift": PURPLE}
_WORDS = {"rotation": "turned by 2°", "lever": "4 and −5 mm off", "drift": "drift"}


def sensor_figure(recorded: Recorded, reading: Reading) -> Figure:
    """One run: reading and truth, their difference and its parts, and what remains."""
    caption = "Square, Sim4: a sensor that is mounted wrong, drifts, and has noise."
    figure = page(recorded, "The accelerometer explained", caption, 1120)
    entries = [entry("shown", BLUE), entry("without errors", INK), entry("difference", RED)]
    entries += [entry(_WORDS[name], colour) for name, colour in _PARTS.items()]
    legend(figure, entries)
    places = Margins(head=160).grid(figure, 3, 2, gaps=(90, 88))
    for k, axis in enumerate("xz"):
        panels = [figure.add_subplot(places[row, k]) for row in range(3)]
        _draw_axis(panels, recorded.time, reading, k, axis)
    return figure


def _draw_axis(panels: list[Axes], time: Array, reading: Reading, k: int, axis: str) -> None:
    top, middle, bottom = panels
    draw_signal(top, time, reading.shown[None, :, k], BLUE, width=1.0)
    draw_signal(top, time, reading.parts.ideal[None, :, k], INK, width=1.4)
    style(top, title=f"Along the sensor's {axis} axis", y="acceleration, m/s²")
    draw_signal(middle, time, reading.difference[None, :, k], RED, width=0.8)
    for name, colour in _PARTS.items():
        part = getattr(reading.parts, name)
        draw_signal(middle, time, part[None, :, k], colour, width=2.0, order=3)
    style(middle, title="Shown less without errors", y="difference, m/s²")
    draw_signal(bottom, time, reading.remainder[None, :, k], GREY, width=0.8)
    for side in (-2, 2):
        bottom.axhline(side * reading.sigma, color=INK, linewidth=1.1, linestyle=(0, (4, 2.5)))
    style(bottom, title="Remainder, and ±2 standard deviations", x="time, s", y="remainder, m/s²")
    bottom.set_ylim(-5 * reading.sigma, 5 * reading.sigma)
    for axes in panels:
        axes.margins(x=0.01)


def remainder_figure(recorded: Recorded, reading: Reading) -> Figure:
    """How the remainder is distributed, and that it does not know its past."""
    caption = "Square, Sim4: what neither motion nor mounting nor drift explains is white noise."
    figure = page(recorded, "What remains of the reading", caption, 520)
    legend(figure, [entry("x", BLUE), entry("z", AMBER), entry("expected", INK, dashed=True)])
    places = Margins(head=150).grid(figure, 1, 2, gaps=(100, 0))
    _draw_distribution(figure.add_subplot(places[0, 0]), reading)
    _draw_correlation(figure.add_subplot(places[0, 1]), reading)
    return figure


def _draw_distribution(axes: Axes, reading: Reading) -> None:
    sigma = reading.sigma
    edges = np.linspace(-4 * sigma, 4 * sigma, 41)
    for k, colour in enumerate((BLUE, AMBER)):
        axes.hist(
            reading.remainder[:, k],
            edges.tolist(),
            density=True,
            histtype="step",
            color=colour,
            linewidth=1.6,
        )
    x = np.linspace(-4 * sigma, 4 * sigma, 300)
    density = np.exp(-0.5 * (x / sigma) ** 2) / (sigma * np.sqrt(2 * np.pi))
    axes.plot(x, density, color=INK, linewidth=1.4, linestyle=(0, (4, 2.5)))
    style(axes, title="Distribution", x="remainder, m/s²", y="density, s²/m")


def _draw_correlation(axes: Axes, reading: Reading) -> None:
    lags = np.arange(1, LAGS + 1)
    for noise, colour, shift in zip(reading.noise, (BLUE, AMBER), (-0.12, 0.12), strict=True):
        axes.vlines(lags + shift, 0, noise.correlation, color=colour, linewidth=2.4)
        bound = noise.correlation_bound
    for side in (-bound, bound):
        axes.axhline(side, color=INK, linewidth=1.2, linestyle=(0, (4, 2.5)))
    axes.axhline(0, color=GREY, linewidth=0.8)
    axes.set_ylim(-0.1, 0.1)
    axes.set_xticks(range(0, LAGS + 1, 5))
    style(axes, title="Correlation with its own past", x="samples between", y="correlation")
