"""The pictures: where vehicle and tool go, and what the thrusters do."""

from __future__ import annotations

import numpy as np
from matplotlib import colormaps
from matplotlib.figure import Figure

from armwright.report.canvas import (
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
from armwright.studies.underwater.vehicle.axes import TURNS
from armwright.studies.underwater.vehicle.measures import departure, tilt, tool_error
from armwright.studies.underwater.vehicle.platform import PlatformRuns
from armwright.studies.underwater.vehicle.runs import (
    ADRIFT,
    CURRENTS,
    FIXED,
    KEPT,
    STREAM,
    VehicleRuns,
)

_COLOURS = {FIXED: GREEN, KEPT: BLUE, ADRIFT: RED}


def motion_figure(found: VehicleRuns) -> Figure:
    """The vehicle's way and tilt and the tool's error, by base; a column for each kind of water."""
    figure = blank_figure((WIDTH, 900))
    legend(figure, [entry(name, colour) for name, colour in _COLOURS.items()], below=14)
    places = Margins(head=75, foot=70).grid(figure, 3, 2, gaps=(90, 60))
    for column, water in enumerate(CURRENTS):
        panels = [figure.add_subplot(places[row, column]) for row in range(3)]
        for base, colour in _COLOURS.items():
            run = found.runs[base, water]
            t = run.data["time"].values
            values = [None, None, 1e3 * tool_error(run)]
            if base != FIXED:
                values[:2] = [1e3 * departure(run), np.degrees(tilt(run))]
            for axes, one in zip(panels, values, strict=True):
                if one is not None:
                    axes.plot(t, one, color=colour, linewidth=1.6)
        titles = ("departure of the vehicle", "tilt of the vehicle", "the tool from its path")
        units = ("mm", "degrees", "mm")
        for row, axes in enumerate(panels):
            style(
                axes,
                title=f"{titles[row]}, {water}",
                x="time, s" if row == 2 else "",
                y=units[row],
            )
            if units[row] == "mm":
                axes.set_yscale("log")
                axes.set_ylim(bottom=1e-2)
                axes.yaxis.set_major_formatter(lambda value, _: f"{value:g}")
                axes.minorticks_off()
    stack(figure.axes)
    return figure


def thrust_figure(found: VehicleRuns) -> Figure:
    """Every thruster's push in the current, and where the vehicle ends by their limit."""
    figure = blank_figure((WIDTH, 420))
    places = Margins(head=50, foot=75).grid(figure, 1, 3, gaps=(80, 0))
    run = found.runs[KEPT, STREAM]
    t, thrust = run.data["time"].values, run.data["thrust"].values
    for k, what in enumerate(("that push level", "that lift")):
        axes = figure.add_subplot(places[0, k])
        for j, colour in enumerate(colormaps["viridis"](np.linspace(0.05, 0.85, 4))):
            axes.plot(
                t, thrust[:, 4 * k + j], color=colour, linewidth=1.5, label=f"{4 * k + j + 1}"
            )
        style(axes, title=f"thrusters {what}", x="time, s", y="N" if k == 0 else "")
        axes.legend(frameon=False, fontsize=10, labelcolor=INK, ncols=4, loc="upper right")
        low, high = axes.get_ylim()
        axes.set_ylim(low, high + 0.15 * (high - low))
    axes = figure.add_subplot(places[0, 2])
    limits = np.array(list(found.limited))
    ends = np.array([departure(run)[-1] for run in found.limited.values()])
    style(axes, title="departure after 25 s", x="limit of the thrusters, N", y="m")
    axes.plot(limits, ends, color=BLUE, marker="o", linewidth=1.6)
    for thrust_asked, what in ((found.for_place, "for the place"), (found.needed, "upright, too")):
        axes.axvline(thrust_asked, color=GREY, linestyle=DASHES, linewidth=1.2)
        axes.annotate(
            what,
            (thrust_asked, 0.95),
            (4, 0),
            textcoords="offset points",
            xycoords=("data", "axes fraction"),
            fontsize=10,
            color=INK,
            rotation=90,
            va="top",
        )
    axes.set_xscale("log")
    axes.set_xticks([1, 2, 5, 10], ["1", "2", "5", "10"])
    axes.minorticks_off()
    return figure


def platform_figure(found: PlatformRuns) -> Figure:
    """Tilt of the platform beside where it will rest, and the tool's error."""
    figure = blank_figure((WIDTH, 420))
    places = Margins(head=50, foot=75).grid(figure, 1, 2)
    left, right = (figure.add_subplot(places[0, k]) for k in range(2))
    t = found.standing.data["time"].values
    turns = np.degrees(found.standing.data["joint_position"].values[:, TURNS])
    rests = np.degrees(found.rests[TURNS])
    for k, (name, colour) in enumerate((("yaw", GREEN), ("pitch", BLUE), ("roll", RED))):
        left.plot(t, turns[:, k], color=colour, linewidth=1.3, label=name)
        left.plot(t[-1], rests[k], color=colour, marker="o", markersize=6, clip_on=False)
    for run, colour, name in (
        (found.standing, BLUE, "on the platform"),
        (found.fixed, GREEN, "fixed base"),
    ):
        right.plot(t, 1e3 * tool_error(run), color=colour, linewidth=1.3, label=name)
    style(left, title="turns of the platform; dots: where it balances", x="time, s", y="degrees")
    style(right, title="the tool from its path", x="time, s", y="mm")
    for axes in (left, right):
        axes.legend(frameon=False, fontsize=11, labelcolor=INK)
    return figure
