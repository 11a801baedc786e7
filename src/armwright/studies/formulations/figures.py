"""The picture: operations against the number of axes."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FixedLocator, NullLocator

from armwright.report.canvas import (
    AMBER,
    BLUE,
    GREEN,
    INK,
    RED,
    WIDTH,
    Margins,
    blank_figure,
    style,
)
from armwright.studies.formulations.runs import CLOSED, OURS, ComparedArm

_LOOKS = {
    "lagrange": (RED, "Lagrange"),
    "kane": (BLUE, "Kane"),
    "newton-euler": (GREEN, "Newton-Euler"),
    CLOSED: (AMBER, "closed form, all three alike"),
    OURS: (INK, "armwright"),
}


def operations_figure(rows: Sequence[ComparedArm]) -> Figure:
    figure = blank_figure((WIDTH, 520))
    places = Margins(left=90, right=40, head=60, foot=70).grid(figure, 1, 2, gaps=(120, 0))
    for k, (title, counts) in enumerate(
        (
            ("torques of a motion", [row.torque_operations for row in rows]),
            ("mass matrix, velocity terms, gravity", [row.operations for row in rows]),
        )
    ):
        axes = figure.add_subplot(places[0, k])
        for way, (colour, label) in _LOOKS.items():
            points = [
                (r.derived.axes, c[way]) for r, c in zip(rows, counts, strict=True) if way in c
            ]
            axes.plot(
                *zip(*points, strict=True), color=colour, marker="o", linewidth=1.8, label=label
            )
        style(axes, title=title, x="axes", y="" if k else "operations")
        _scales(axes, [row.derived.axes for row in rows])
    figure.axes[0].legend(frameon=False, fontsize=11.5, labelcolor=INK, loc="upper left")
    return figure


def _scales(axes: Axes, sizes: Sequence[int]) -> None:
    axes.set_yscale("log")
    axes.set_ylim(10, 6000)
    axes.yaxis.set_major_locator(FixedLocator([10, 30, 100, 300, 1000, 3000]))
    axes.yaxis.set_minor_locator(NullLocator())
    axes.yaxis.set_major_formatter(lambda value, _: f"{value:.0f}")
    axes.xaxis.set_major_locator(FixedLocator(list(sizes)))
