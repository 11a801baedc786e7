"""Pictures of a calibration: what is left, where the poses are, how well numbers are known."""

from __future__ import annotations

import numpy as np
from matplotlib.figure import Figure

from armwright.arrays import Array
from armwright.calibrate import Calibration, Circle, CircleCalibration
from armwright.report.canvas import (
    AMBER,
    BLUE,
    GREEN,
    GREY,
    INK,
    RED,
    WIDTH,
    Margins,
    blank_figure,
    stack,
    style,
)


def errors_figure(before: Array, after: Array, held: Array | None) -> Figure:
    """How many poses are off by how much, in mm."""
    figure = blank_figure((WIDTH, 420))
    place = Margins(left=90, right=40, head=50, foot=70).grid(figure, 1, 1)
    axes = figure.add_subplot(place[0, 0])
    curves = [("before, with the base aligned", before, GREY), ("after", after, BLUE)]
    if held is not None:
        curves.append(("poses that were not fitted", held, RED))
    for label, values, colour in curves:
        sizes = np.sort(1e3 * values)
        share = np.arange(1, len(sizes) + 1) / len(sizes) * 100
        axes.step(sizes, share, where="post", color=colour, linewidth=2, label=label)
    axes.set_xscale("log")
    axes.set_ylim(0, 101)
    style(axes, title="distance from the prediction", x="mm", y="share of the targets, %")
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:g}")
    axes.legend(frameon=False, fontsize=11.5, labelcolor=INK, loc="upper left")
    return figure


def residuals_figure(fit: Calibration) -> Figure:
    """Over the order of the poses, by axis: drift and outliers show here."""
    names = [str(name) for name in fit.residuals if str(name).endswith(("_position", "_distance"))]
    figure = blank_figure((WIDTH, 110 + 260 * len(names)))
    places = Margins(left=90, right=40, head=50, foot=70).grid(figure, len(names), 1)
    for k, name in enumerate(names):
        axes = figure.add_subplot(places[k, 0])
        values = 1e3 * np.atleast_2d(fit.residuals[name].values.T)
        for row, colour, label in zip(values, (RED, GREEN, BLUE), "xyz", strict=False):
            label = label if len(values) > 1 else "distance"
            axes.plot(np.arange(1, len(row) + 1), row, ".", color=colour, markersize=4, label=label)
        style(axes, title=f"{name}, measured minus predicted", y="mm")
        axes.legend(frameon=False, fontsize=10.5, labelcolor=INK, loc="upper right", ncols=3)
    axes.set_xlabel("pose, in the order of the file", fontsize=11.5, color=INK)
    stack(figure.axes)
    return figure


def circles_figure(found: CircleCalibration, points: dict[str, Array]) -> Figure:
    """Each circle in its own plane: radial distance over the angle, in mm."""
    circles = {name: one for name, one in found.features.items() if isinstance(one, Circle)}
    rows = max(len(circles), 1)
    figure = blank_figure((WIDTH, 90 + 170 * rows))
    places = Margins(left=90, right=40, head=40, foot=60).grid(figure, rows, 1, gaps=(90, 60))
    for k, (name, circle) in enumerate(circles.items()):
        axes = figure.add_subplot(places[k, 0])
        x = np.cross(circle.normal, np.eye(3)[np.argmin(np.abs(circle.normal))])
        x = x / np.linalg.norm(x)
        local = points[name] - circle.centre
        along, across = local @ x, local @ np.cross(circle.normal, x)
        angle = np.degrees(np.unwrap(np.arctan2(across, along)))
        radial = 1e3 * (np.hypot(along, across) - circle.radius)
        axial = 1e3 * (local @ circle.normal)
        axes.plot(angle - angle.min(), radial, ".", color=BLUE, label="from the circle")
        axes.plot(angle - angle.min(), axial, ".", color=AMBER, label="from its plane")
        style(axes, title=f"{name}: radius {1e3 * circle.radius:.3f} mm", y="mm", ticks=4)
        if k == 0:
            axes.legend(frameon=False, fontsize=10.5, labelcolor=INK, ncols=2, loc="upper right")
    if circles:
        axes.set_xlabel("angle, degrees", fontsize=11.5, color=INK)
    return figure
