"""The pictures of the report."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

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
    style,
)
from armwright.studies.underwater.runs import ADDED, BOTH, DRAG, DRY, Underwater

_COLOURS = {DRY: GREY, ADDED: AMBER, DRAG: GREEN, BOTH: BLUE}


def open_loop_figure(found: Underwater) -> Figure:
    """Figures 7.5 to 7.10 in one: angles above, velocities below."""
    figure, panels = _panels(2, 2, 760)
    for link in (0, 1):
        for row, unit in enumerate(("rad", "rad/s")):
            axes = panels[row][link]
            for case, colour in _COLOURS.items():
                motion = found.generated[case]
                values = (motion.q, motion.v)[row][:, link]
                axes.plot(motion.t, values, color=colour, linewidth=1.6, label=case)
            source = found.printed[BOTH]
            values = (source.q, source.v)[row][:, link]
            axes.plot(
                source.t, values, color=RED, linestyle=DASHES, linewidth=1.3, label="S2's equations"
            )
            name = ("angle", "velocity")[row]
            style(axes, title=f"link {link + 1}: {name}", x="t (s)", y=unit)
    _legend(panels[0][0])
    return figure


def energy_figure(found: Underwater) -> Figure:
    figure, panels = _panels(1, 1, 400)
    axes = panels[0][0]
    for (name, (t, energy)), colour in zip(found.energy.items(), (RED, BLUE), strict=True):
        axes.plot(t, energy / energy[0], color=colour, linewidth=1.6, label=name)
    style(
        axes, title="kinetic energy of the arm let go, nothing acting", x="t (s)", y="of the first"
    )
    _legend(axes)
    return figure


def control_figure(found: Underwater) -> Figure:
    """Figures 7.12 to 7.17: angles, errors, torques, and what the limiter changes."""
    figure, panels = _panels(2, 2, 760)
    wide, tight, free = found.loops.values()
    for link, colour in enumerate((BLUE, RED)):
        name = f"link {link + 1}"
        panels[0][0].plot(wide.t, wide.q[:, link], color=colour, linewidth=1.6, label=name)
        panels[0][1].plot(wide.t, wide.error[:, link], color=colour, linewidth=1.6, label=name)
        first = tight.t <= 1.0
        for loop, line in ((tight, "-"), (free, DASHES)):
            label = f"{name}, {'limited' if loop is tight else 'not limited'}"
            panels[1][0].plot(
                loop.t[first],
                loop.torque[first, link],
                color=colour,
                linestyle=line,
                linewidth=1.4,
                label=label,
            )
        gap = tight.q[:, link] - free.q[:, link]
        panels[1][1].plot(tight.t, gap, color=colour, linewidth=1.6, label=name)
    titles = (
        ("angles", "rad"),
        ("tracking errors", "rad"),
        ("torques, limits of 4 and 10 N m", "N m"),
        ("angles with limits less those without", "rad"),
    )
    for axes, (title, unit) in zip(np.ravel(np.array(panels)), titles, strict=True):
        style(axes, title=title, x="t (s)", y=unit)
        _legend(axes)
    return figure


def space_figure(found: Underwater) -> Figure:
    figure, panels = _panels(1, 2, 420)
    for (water, (t, error, torque)), colour in zip(found.space.items(), (BLUE, RED), strict=True):
        panels[0][0].plot(t, error, color=colour, linewidth=1.6, label=water)
        panels[0][1].plot(t, torque[:, 1], color=colour, linewidth=1.4, label=water)
    style(panels[0][0], title="the tool from its path", x="t (s)", y="mm")
    style(panels[0][1], title="torque of the shoulder, axis_d", x="t (s)", y="N m")
    _legend(panels[0][0])
    return figure


def _panels(rows: int, columns: int, height: int) -> tuple[Figure, list[list[Axes]]]:
    figure = blank_figure((WIDTH, height))
    grid = Margins(head=50, foot=70).grid(figure, rows, columns)
    places = [[grid[r, c] for c in range(columns)] for r in range(rows)]
    return figure, [[figure.add_subplot(one) for one in row] for row in places]


def _legend(axes: Axes) -> None:
    axes.legend(frameon=False, fontsize=11, labelcolor=INK)
