"""Pictures of the tests: attained poses, settling, paths, corners, compliance."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Circle
from matplotlib.ticker import MaxNLocator

from armwright.arrays import Array
from armwright.measures.iso9283 import IsoResult, pose_repeatability
from armwright.report.canvas import (
    AMBER,
    AXIS_COLOURS,
    BLUE,
    DASHES,
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

#: Panels in a row.
_ROW = 5
#: Of the shorter side: how much of the sides at a corner is shown.
_ZOOM = 0.12


def poses_figure(result: IsoResult) -> Figure | None:
    """Attained positions about their barycentre, seen along −z and along y, with the circle whose
    radius is RP."""
    names = [name for name in result.points if f"{name} command" in result.points]
    names = sorted(names or [name for name in result.points if "command" not in name])
    shown = names[: 2 * _ROW]
    if not shown:
        return None
    rows = math.ceil(len(shown) / _ROW)
    figure = blank_figure((WIDTH, 40 + 300 * rows + 40))
    grid = Margins(left=80, head=74, foot=64).grid(figure, rows, _ROW, gaps=(62, 96))
    for k, name in enumerate(shown):
        axes = figure.add_subplot(grid[k // _ROW, k % _ROW])
        _scatter(axes, name, result.points[name])
    legend(
        figure,
        [
            _dots("x and y", BLUE),
            _dots("x and z", AMBER),
            entry("radius RP", GREY, dashed=True),
        ],
        below=8,
    )
    return figure


def _scatter(axes: Axes, name: str, attained: Array) -> None:
    about = attained - attained.mean(axis=0)
    radius = pose_repeatability(attained)
    size, unit = _unit(max(radius, float(np.abs(about).max()), 1e-12))
    for column, colour in ((1, BLUE), (2, AMBER)):
        axes.plot(size * about[:, 0], size * about[:, column], "o", color=colour, markersize=4)
    axes.add_patch(
        Circle((0, 0), size * radius, fill=False, edgecolor=GREY, linestyle=DASHES, linewidth=1.4)
    )
    reach = 1.15 * size * max(radius, float(np.abs(about).max()), 1e-12)
    style(axes, title=f"{name}: RP {size * radius:.3g} {unit}", x=f"x, {unit}", ticks=4)
    axes.set_xlim(-reach, reach)
    axes.set_ylim(-reach, reach)
    axes.set_aspect("equal")
    axes.xaxis.set_major_locator(MaxNLocator(4, steps=[1, 2, 2.5, 5, 10]))


def settling_figure(result: IsoResult, band: float) -> Figure | None:
    """The distance from the attained position, of the last cycle, from shortly before it first
    enters the limit band."""
    if not result.points:
        return None
    figure = blank_figure((WIDTH, 380))
    axes = figure.add_subplot(Margins(head=58).grid(figure, 1, 1)[0, 0])
    colours = (BLUE, RED, AMBER, GREY, INK)
    entries = []
    for (name, curve), colour in zip(result.points.items(), colours, strict=False):
        near = (curve[:, 0] > -0.1) & (curve[:, 0] < 1.0)
        axes.semilogy(
            1e3 * curve[near, 0], np.maximum(1e3 * curve[near, 1], 1e-7), color=colour, linewidth=2
        )
        entries.append(entry(name, colour))
    axes.axhline(1e3 * band, color=GREY, linestyle=DASHES)
    entries.append(entry(f"limit band, {1e3 * band:.3g} mm", GREY, dashed=True))
    style(axes, x="time since the band was first entered, ms", y="distance, mm")
    axes.set_yscale("log")
    legend(figure, entries, below=8)
    return figure


def paths_figure(results: Mapping[str, IsoResult]) -> Figure | None:
    """Deviation of the mean path, and radius of repeatability, along each path."""
    shown = {name: one for name, one in results.items() if "deviation" in one.points}
    if not shown:
        return None
    columns = 2 if len(shown) > 1 else 1
    rows = math.ceil(len(shown) / columns)
    figure = blank_figure((WIDTH, 90 + 270 * rows))
    grid = Margins(head=84, foot=66).grid(figure, rows, columns, gaps=(96, 98))
    for k, (name, one) in enumerate(shown.items()):
        axes = figure.add_subplot(grid[k // columns, k % columns])
        places = 100 * one.points["places"]
        axes.plot(places, 1e3 * one.points["deviation"], color=BLUE, linewidth=2)
        axes.plot(places, 1e3 * one.points["radius"], color=AMBER, linewidth=2)
        style(axes, title=name, x="part of the path, %", y="mm", ticks=5)
        axes.set_xlim(0, 100)
        axes.set_ylim(bottom=0)
    legend(
        figure,
        [
            entry("deviation of the mean path; its largest is AT", BLUE),
            entry("radius of repeatability; its largest is RT", AMBER),
        ],
        below=8,
    )
    return figure


def corners_figure(results: Mapping[str, IsoResult]) -> Figure | None:
    """Every corner from near by: the first side comes from the left, the second goes down."""
    shown = {name: one for name, one in results.items() if "sides" in one.points}
    if not shown:
        return None
    columns = max(len(one.points["corners"]) for one in shown.values())
    figure = blank_figure((WIDTH, 84 + 300 * len(shown)))
    grid = Margins(left=80, head=78, foot=66).grid(figure, len(shown), columns, gaps=(62, 98))
    for row, (name, one) in enumerate(shown.items()):
        corners = one.points["corners"]
        sides = np.linalg.norm(np.diff(corners, axis=0), axis=1)
        reach = _ZOOM * float(sides.min(initial=np.inf)) if len(corners) > 1 else 0.05
        for k, (corner, (before, after)) in enumerate(
            zip(corners, one.points["sides"], strict=True)
        ):
            axes = figure.add_subplot(grid[row, k])
            across = before - (before @ after) * after
            frame = np.stack([across / np.linalg.norm(across), -after], axis=1)
            for part, colour, wide in (("command", GREY, 1.4), ("attained", BLUE, 2.0)):
                p = 1e3 * (one.points[part] - corner) @ frame
                line = axes.plot(*p.T, color=colour, linewidth=wide)[0]
                line.set_linestyle(DASHES if part == "command" else "-")
            axes.plot(0, 0, "+", color=INK, markersize=11)
            style(axes, title=f"{name}, {k + 1}", x="mm", ticks=4)
            axes.set_xlim(-1e3 * reach, 0.45e3 * reach)
            axes.set_ylim(-1e3 * reach, 0.45e3 * reach)
            axes.set_aspect("equal")
    legend(figure, [entry("commanded", GREY, dashed=True), entry("attained", BLUE)], below=8)
    return figure


def compliance_figure(result: IsoResult) -> Figure | None:
    """What a force along an axis does along it."""
    if not result.points:
        return None
    figure = blank_figure((WIDTH, 380))
    axes = figure.add_subplot(Margins(head=58).grid(figure, 1, 1)[0, 0])
    forces, moved = result.points["forces"], result.points["moved"]
    for k, colour in enumerate(AXIS_COLOURS):
        mine = np.abs(forces[:, k]) > 0
        order = np.argsort(forces[mine, k], kind="stable")
        axes.plot(
            forces[mine, k][order], 1e3 * moved[mine, k][order], "o-", color=colour, markersize=4
        )
    style(axes, x="force along the axis, N", y="displacement along it, mm")
    legend(figure, [entry(a, c) for a, c in zip("xyz", AXIS_COLOURS, strict=True)], below=8)
    return figure


def _dots(label: str, colour: str) -> Line2D:
    found = entry(label, colour)
    found.set_linestyle("none")
    found.set_marker("o")
    return found


def _unit(length: float) -> tuple[float, str]:
    """In which a length of so many m is well read."""
    for size, unit in ((1e3, "mm"), (1e6, "µm"), (1e9, "nm")):
        if length * size >= 0.1:
            return size, unit
    return 1e9, "nm"
