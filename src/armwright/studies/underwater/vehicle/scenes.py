"""Arm and vehicle drawn where they are at some instants, seen from the side or from above."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from matplotlib import colormaps
from matplotlib.axes import Axes
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from matplotlib.patches import Polygon

from armwright.arm import Arm, compile
from armwright.arrays import Array
from armwright.report.canvas import (
    AMBER,
    GREY,
    INK,
    WIDTH,
    Margins,
    blank_figure,
    entry,
    legend,
    style,
)
from armwright.scenario import load_scenario
from armwright.signals import Run
from armwright.studies.underwater.vehicle.runs import ADRIFT, KEPT, STILL, STREAM, VehicleRuns

#: Edges of the vehicle as it is drawn, m: those of a small open-frame vehicle.
BOX = (0.46, 0.34, 0.25)
_ARM = ("armbase", "shoulder", "upperarm", "elbow", "wrist", "jaw")
_INSTANTS = (0.0, 2.6, 5.6, 9.0)
#: Axes across and up on the paper.
_SIDE, _ABOVE = (0, 2), (0, 1)


def scenes_figure(found: VehicleRuns) -> Figure:
    """Kept in a current, adrift in still water: from the side; adrift in a current: from above."""
    figure = blank_figure((WIDTH, 500))
    places = Margins(left=80, head=85, foot=75).grid(figure, 1, 3, gaps=(75, 0))
    times = zip(_INSTANTS, _shades(len(_INSTANTS)), strict=True)
    entries = [entry(f"{t:g} s", shade) for t, shade in times]
    legend(figure, [*entries, entry("way of the tool", AMBER)], below=14)
    arm = compile(load_scenario("underwater/vehicle").robot)
    views = (
        (KEPT, STREAM, _SIDE, _INSTANTS, "kept in a current, from the side"),
        (ADRIFT, STILL, _SIDE, _INSTANTS, "adrift in still water, from the side"),
        (ADRIFT, STREAM, _ABOVE, (0.0, 3.0, 6.0, 9.0), "adrift in a current, from above"),
    )
    for k, (base, water, view, instants, title) in enumerate(views):
        axes = figure.add_subplot(places[0, k])
        style(axes, title=title, x="x, m", y=f"{'xyz'[view[1]]}, m")
        _draw(axes, arm, found.runs[base, water], view, instants)
        if view == _ABOVE:
            axes.annotate(
                "current",
                (0.9, 1.9),
                (0.9, 0.9),
                color=GREY,
                ha="center",
                arrowprops={"arrowstyle": "->", "color": GREY, "linewidth": 1.6},
            )
        axes.set_aspect("equal", adjustable="datalim")
    return figure


def _draw(axes: Axes, arm: Arm, run: Run, view: tuple[int, int], instants: Sequence[float]) -> None:
    t, q = run.data["time"].values, run.data["joint_position"].values
    tool = run.data["tool_position"].values[t <= instants[-1]][:, view]
    axes.plot(*tool.T, color=AMBER, linewidth=1.3, zorder=1.5)
    for instant, shade in zip(instants, _shades(len(instants)), strict=True):
        here = q[int(np.argmin(np.abs(t - instant)))]
        outline = _outline(arm.pose(here, "vehicle"), view)
        axes.add_patch(Polygon(outline, fill=False, edgecolor=shade, linewidth=1.8))
        links = np.array([arm.pose(here, name)[:3, 3] for name in _ARM])[:, view]
        axes.plot(*links.T, color=shade, linewidth=2.2, marker="o", markersize=3.5)
        if view == _ABOVE:
            beside = outline[:, 0].min() - 0.06, outline[:, 1].mean()
            axes.text(*beside, f"{instant:g} s", ha="right", va="center", fontsize=11, color=INK)
    axes.autoscale_view()


def _shades(count: int) -> list[str]:
    """From the first instant to the last."""
    return [to_hex(one) for one in colormaps["Blues"](np.linspace(0.3, 0.95, count))]


def _outline(pose: Array, view: tuple[int, int]) -> Array:
    """Of the box, as it stands in the plane of the view."""
    half = np.zeros((4, 3))
    half[:, view] = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * np.array(BOX)[list(view)] / 2
    return np.asarray((half @ pose[:3, :3].T + pose[:3, 3])[:, view])
