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
    entry,
    legend,
    style,
)
from armwright.studies.underwater.runs import ADDED, BOTH, DRAG, DRY, Underwater

_COLOURS = {DRY: GREY, ADDED: AMBER, DRAG: GREEN, BOTH: BLUE}


def open_loop_figure(found: Underwater) -> Figure:
    """Figures 7.5 to 7.10 in one: angles above, velocities below."""
    figure, panels = _panels(2, 2, 790, head=85)
    entries = [entry(case, colour) for case, colour in _COLOURS.items()]
    legend(figure, [*entries, entry("S2's equations", RED, dashed=True)], below=14)
    for link in (0, 1):
        for row, unit in enumerate(("rad", "rad/s")):
            axes = panels[row][link]
            for case, colour in _COLOURS.items():
                motion = found.generated[case]
                values = (motion.q, motion.v)[row][:, link]
                axes.plot(motion.t, values, color=colour, linewidth=1.6)
            source = found.printed[BOTH]
            values = (source.q, source.v)[row][:, link]
            axes.plot(source.t, values, color=RED, linestyle=DASHES, linewidth=1.3)
            name = ("angle", "velocity")[row]
            style(axes, title=f"link {link + 1}: {name}", x="time, s", y=unit)
    return figure


def pairs_figure(found: Underwater) -> Figure:
    """Figures 7.5 to 7.10 one by one: what S2 compares, by its equations and generated."""
    figure = blank_figure((WIDTH, 1000))
    places = Margins(left=80, head=85, foot=70).grid(figure, 3, 4, gaps=(60, 75))
    entries = [entry(case, colour) for case, colour in _COLOURS.items()]
    lines = [entry("generated", INK), entry("S2's equations", INK, dashed=True)]
    legend(figure, [*entries, *lines], below=14)
    for row, (first, second) in enumerate(((DRY, ADDED), (DRY, DRAG), (DRAG, BOTH))):
        for column in range(4):
            link, rate = divmod(column, 2)
            axes = figure.add_subplot(places[row, column])
            for case in (first, second):
                for motions, line in ((found.generated, "-"), (found.printed, DASHES)):
                    if case in motions:
                        motion = motions[case]
                        values = (motion.q, motion.v)[rate][:, link]
                        axes.plot(
                            motion.t,
                            values,
                            color=_COLOURS[case],
                            linestyle=line,
                            linewidth=1.4,
                        )
            number, unit = 5 + 2 * row + link, ("rad", "rad/s")[rate]
            style(
                axes,
                title=f"7.{number}: link {link + 1}, {unit}",
                x="time, s" if row == 2 else "",
            )
    return figure


def energy_figure(found: Underwater) -> Figure:
    figure, panels = _panels(1, 1, 400)
    axes = panels[0][0]
    for (name, (t, energy)), colour in zip(found.energy.items(), (RED, BLUE), strict=True):
        axes.plot(t, energy / energy[0], color=colour, linewidth=1.6, label=name)
    style(
        axes,
        title="kinetic energy of the arm let go, nothing acting",
        x="time, s",
        y="of the first",
    )
    _legend(axes)
    return figure


def control_figure(found: Underwater) -> Figure:
    """Figures 7.12 to 7.17, a panel each: angles, errors, torques, and what the limiter changes."""
    figure, panels = _panels(3, 2, 1080)
    wide, tight, free = found.loops.values()
    source = list(found.printed_loops.values())
    for link, colour in enumerate((BLUE, RED)):
        name = f"link {link + 1}"
        for axes, mine, theirs in (
            (panels[0][0], wide.q, source[0].q),
            (panels[0][1], wide.error, source[0].error),
        ):
            axes.plot(wide.t, mine[:, link], color=colour, linewidth=1.6, label=name)
            axes.plot(source[0].t, theirs[:, link], color=INK, linestyle=DASHES, linewidth=1.0)
        torques = panels[1][link]
        first = tight.t <= 0.6
        for loop, shade, label in ((free, GREY, "no limit"), (tight, colour, "limited")):
            torques.plot(loop.t[first], loop.torque[first, link], color=shade, linewidth=1.6)
            torques.lines[-1].set_label(label)
        gap = tight.q[:, link] - free.q[:, link]
        panels[2][link].plot(tight.t, gap, color=colour, linewidth=1.4, label="generated")
        theirs = source[1].q[:, link] - source[2].q[:, link]
        panels[2][link].plot(
            source[1].t, theirs, color=INK, linestyle=DASHES, linewidth=1.0, label="S2's equations"
        )
    titles = (
        ("7.12: angles", "rad"),
        ("7.13: tracking errors", "rad"),
        ("7.14: torque of link 1, limit of 4 N m", "N m"),
        ("7.15: torque of link 2, limit of 10 N m", "N m"),
        ("7.16: link 1 with the limit, less without", "rad"),
        ("7.17: link 2 with the limit, less without", "rad"),
    )
    panels[0][0].plot([], [], color=INK, linestyle=DASHES, linewidth=1.0, label="S2's equations")
    for axes, (title, unit) in zip(np.ravel(np.array(panels)), titles, strict=True):
        style(axes, title=title, x="time, s", y=unit)
        _legend(axes)
    return figure


def space_figure(found: Underwater) -> Figure:
    figure, panels = _panels(1, 2, 420)
    for (water, (t, error, torque)), colour in zip(found.space.items(), (BLUE, RED), strict=True):
        panels[0][0].plot(t, error, color=colour, linewidth=1.6, label=water)
        panels[0][1].plot(t, torque[:, 1], color=colour, linewidth=1.4, label=water)
    style(panels[0][0], title="the tool from its path", x="time, s", y="mm")
    style(panels[0][1], title="torque of the shoulder, axis_d", x="time, s", y="N m")
    _legend(panels[0][0])
    return figure


def _panels(
    rows: int, columns: int, height: int, *, head: int = 50
) -> tuple[Figure, list[list[Axes]]]:
    figure = blank_figure((WIDTH, height))
    grid = Margins(head=head, foot=70).grid(figure, rows, columns)
    places = [[grid[r, c] for c in range(columns)] for r in range(rows)]
    return figure, [[figure.add_subplot(one) for one in row] for row in places]


def _legend(axes: Axes) -> None:
    axes.legend(frameon=False, fontsize=11, labelcolor=INK)
