"""The chapter of the hour, and all of this part of the study together."""

from __future__ import annotations

import numpy as np
from matplotlib.figure import Figure

from armwright.progress import Tell
from armwright.report.canvas import (
    AMBER,
    BLUE,
    GREY,
    INK,
    WIDTH,
    Margins,
    blank_figure,
    entry,
    legend,
    style,
)
from armwright.report.html.parts import Chapter, Paragraph, Picture
from armwright.studies.friction.thermal.claims import warming_claims
from armwright.studies.friction.thermal.runs import WarmingRuns, predicted, run_hour
from armwright.studies.study import Outcome

_ZERO = 273.15


def warmed_up(tell: Tell) -> Outcome:
    """Section 5.3: a gear that warms up."""
    runs = run_hour(tell)
    chapter = Chapter(
        "An hour from cold",
        [
            Paragraph(
                "Friction heats the gear, which gives its heat to the air; warm friction is lower. "
                "Heat is friction times speed, and both are measured: so the temperature follows "
                "for any time constant, and the right one explains friction best. How many kelvin "
                "it rises, only a thermometer tells: from friction alone 40 K are assumed."
            ),
            Picture(
                "warming",
                warming_figure(runs),
                "Left: friction of each minute, and by cold and warm curve. Right: temperatures.",
                "Friction falls and temperature rises over an hour.",
            ),
        ],
    )
    return Outcome(claims=warming_claims(runs), chapters=[chapter], runs={})


def warming_figure(runs: WarmingRuns) -> Figure:
    figure = blank_figure((WIDTH, 420))
    grid = Margins(head=84, foot=62).grid(figure, 1, 2, gaps=(90, 58))
    axes = figure.add_subplot(grid[0, 0])
    style(axes, title="friction at medium speed", x="minutes", y="N m at the motor")
    axes.plot(runs.minutes, runs.friction, "o", color=GREY, markersize=4)
    ways = ((runs.measured, BLUE), (runs.blind, AMBER))
    for found, colour in ways:
        axes.plot(runs.minutes, predicted(found, runs.minutes), color=colour, linewidth=1.6)
    axes = figure.add_subplot(grid[0, 1])
    style(axes, title="temperature of the gear", x="minutes", y="°C")
    axes.plot(runs.minutes, runs.temperature - _ZERO, color=INK, linewidth=2.4)
    for found, colour in ways:
        kelvin = np.interp(60.0 * runs.minutes, found.time, found.temperature)
        axes.plot(runs.minutes, kelvin - _ZERO, color=colour, linewidth=1.4)
    entries = [
        entry("measured", GREY),
        entry("true temperature", INK),
        entry("with the temperature", BLUE),
        entry("from friction alone", AMBER),
    ]
    legend(figure, entries, below=12)
    return figure
