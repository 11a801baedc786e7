"""Pictures of friction that was found: curves with intervals, ends of searches, flat costs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from armwright.identify.friction import BristleFit, FrictionFit
from armwright.identify.friction.friction_fit import FrictionCurve
from armwright.report.canvas import (
    AMBER,
    BLUE,
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

_COLUMNS = 2
_COLOURS = (BLUE, RED, AMBER)
#: Of the largest friction: what a picture shows of a band.
_SIGHT = 1.5
#: Standard errors on either side of a curve or point: 95 %.
_BAND = 1.96


def friction_curves(fit: FrictionFit) -> Figure:
    """Each motor: points as measured, and the curve with its band of 95 %."""
    names = list(dict.fromkeys(curve.name for curve in fit.curves))
    columns = min(_COLUMNS, len(names))
    rows = -(-len(names) // columns)
    panel = 300 if rows > 1 else 400
    figure = blank_figure((WIDTH, 140 + rows * (panel + 70)))
    places = Margins(head=84, foot=70).grid(figure, rows, columns, gaps=(84, 80))
    labels: dict[str, str] = {}
    for k, name in enumerate(names):
        own = [curve for curve in fit.curves if curve.name == name]
        axes = figure.add_subplot(places[k // columns, k % columns])
        side = own[0].side
        style(
            axes, title=name, x=f"velocity at the {side}, rad/s", y=f"friction at the {side}, N m"
        )
        axes.axhline(0, color=GREY, linewidth=0.7)
        for curve, colour in zip(own, _COLOURS, strict=False):
            labels.setdefault(curve.label or "the law that was found, with its 95 % band", colour)
            v, torque, error = curve.points.T
            axes.errorbar(
                v, torque, _BAND * error, fmt="o", color=GREY, markersize=3.5, linewidth=1.0
            )
            for way in (curve.velocity < 0, curve.velocity > 0):
                if not np.any((v < 0) if curve.velocity[way][0] < 0 else (v > 0)):
                    continue
                x, y, e = curve.velocity[way], curve.torque[way], _BAND * curve.error[way]
                axes.fill_between(x, y - e, y + e, color=colour, alpha=0.25, linewidth=0)
                axes.plot(x, y, color=colour, linewidth=1.6)
        _keep_in_sight(axes, own)
    entries = [entry("measured, with errors of 95 %", GREY)]
    legend(figure, entries + [entry(label, colour) for label, colour in labels.items()], below=12)
    return figure


def _keep_in_sight(axes: Axes, curves: Sequence[FrictionCurve]) -> None:
    """Bands that are wider than all friction go beyond the picture."""
    most = max(
        float(np.abs(values).max())
        for curve in curves
        for values in (curve.torque, curve.points[:, 1])
    )
    low, high = axes.get_ylim()
    axes.set_ylim(max(low, -_SIGHT * most), min(high, _SIGHT * most))


def search_ends(fit: BristleFit) -> Figure:
    """Where all searches ended, a colour for each batch, and how the cost rises."""
    p = len(fit.names)
    figure = blank_figure((WIDTH, 470))
    places = Margins(head=60, foot=70).grid(figure, 1, 2, gaps=(80, 96))
    first = figure.add_subplot(places[0, 0])
    second = 1 if p > 1 else 0
    style(
        first,
        title=f"Ends of {fit.ends.shape[1]} starts in "
        + (f"{fit.ends.shape[0]} batches" if fit.profiles else "all batches together"),
        x=f"{fit.names[0]} at the motor{_unit(fit, fit.names[0])}",
        y=f"{fit.names[second]} at the motor{_unit(fit, fit.names[second])}",
    )
    for batch in fit.ends:
        first.plot(batch[:, 0], batch[:, second], "o", markersize=4, alpha=0.6)
    found = [one.value for one in fit.parameters.values()] if fit.profiles else fit.ends[0, 0]
    first.plot(found[0], found[second], "+", color=INK, markersize=16, markeredgewidth=2)
    other = figure.add_subplot(places[0, 1])
    if not fit.profiles:
        _draw_intervals(other, fit)
        return figure
    style(
        other,
        title="How flat the cost is",
        x="number, of what was found",
        y="rms left at the motor, N m",
    )
    for (name, (values, rms)), value, colour in zip(
        fit.profiles.items(), found, (*_COLOURS, INK), strict=False
    ):
        other.plot(values / value, rms, color=colour, linewidth=1.6, label=name)
    other.set_xscale("log")
    other.set_ylim(bottom=0)
    other.legend(frameon=False, fontsize=10)
    return figure


def _unit(fit: BristleFit, name: str) -> str:
    """Of a number of the law, to be put behind its name."""
    units = [one.unit for path, one in fit.parameters.items() if path.endswith(f".{name}")]
    return f", {units[0]}" if units else ""


def _draw_intervals(axes: Axes, fit: BristleFit) -> None:
    """Of numbers that were searched together."""
    style(axes, title="Intervals of 95 %", x="number, of what was found")
    for k, (name, value) in enumerate(zip(fit.names, fit.ends[0, 0], strict=True)):
        low, high = np.clip(np.array(fit.intervals[name]) / value, 0.1, 10.0)
        axes.plot([low, high], [k, k], color=BLUE, linewidth=3)
        axes.plot(1.0, k, "o", color=INK, markersize=4)
    axes.set_yticks(range(len(fit.names)), fit.names, fontsize=9)
    axes.set_xscale("log")
    axes.set_xlim(0.1, 10.0)
    axes.invert_yaxis()


def friction_over_time(fit: BristleFit, seconds: float = 6.0) -> Figure:
    """Measured and predicted friction, a few seconds in the middle."""
    record = fit.measured
    assert record is not None
    middle = record.time[len(record.time) // 2]
    rows = np.abs(record.time - middle) < seconds / 2
    figure = blank_figure((WIDTH, 420))
    axes = figure.add_subplot(Margins(head=84, foot=70).grid(figure, 1, 1)[0])
    style(axes, x="time, s", y="friction at the motor, N m")
    axes.plot(record.time[rows], record.friction[rows], color=GREY, linewidth=0.8)
    axes.plot(record.time[rows], fit.predicted[rows], color=BLUE, linewidth=1.6)
    legend(figure, [entry("measured", GREY), entry("predicted by the law", BLUE)], below=12)
    return figure


def law_loops(fits: Mapping[str, BristleFit], seconds: float = 4.0) -> Figure:
    """Friction over velocity near zero, measured and by several laws, some seconds of it."""
    figure = blank_figure((WIDTH, 460))
    axes = figure.add_subplot(Margins(head=84, foot=70).grid(figure, 1, 1)[0])
    style(axes, x="velocity at the motor, rad/s", y="friction at the motor, N m")
    entries = [entry("measured", GREY)]
    for (name, fit), colour in zip(fits.items(), _COLOURS, strict=True):
        record = fit.measured
        assert record is not None
        middle = record.time[len(record.time) // 2]
        rows = np.abs(record.time - middle) < seconds / 2
        if len(entries) == 1:
            axes.plot(record.velocity[rows], record.friction[rows], color=GREY, linewidth=0.5)
            reach = 0.6 * float(np.abs(record.velocity[rows]).max())
            axes.set_xlim(-reach, reach)
        axes.plot(record.velocity[rows], fit.predicted[rows], color=colour, linewidth=1.5)
        entries.append(entry(name, colour))
    legend(figure, entries, below=12)
    return figure
