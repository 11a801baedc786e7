"""The pictures: one motor and link, the PUMA's currents, the vertical, a gear with play."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from matplotlib.figure import Figure

from armwright.report.canvas import (
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
from armwright.signals import Run

_COLOURS = (BLUE, RED)


def _page(title: str, told: str, height: int) -> Figure:
    figure = blank_figure((WIDTH, height))
    figure.text(
        28 / WIDTH, 1 - 22 / height, title, fontsize=19, fontweight="bold", color=INK, va="top"
    )
    figure.text(28 / WIDTH, 1 - 60 / height, told, fontsize=12, color=GREY, va="top")
    return figure


def currents_figure(
    runs: Mapping[str, Run], told: str, title: str, window: tuple[float, float] | None = None
) -> Figure:
    """Of all motors, runs on top of each other; `window`: from when to when, s."""
    first = next(iter(runs.values())).data
    names = [str(name) for name in first["motor"].values]
    height = 190 + 220 * len(names)
    figure = _page(title, told, height)
    legend(figure, [entry(name, c) for name, c in zip(runs, _COLOURS, strict=False)])
    places = Margins(head=165).grid(figure, len(names), 1, gaps=(70, 50))
    for k, name in enumerate(names):
        axes = figure.add_subplot(places[k, 0])
        for run, colour in zip(runs.values(), _COLOURS, strict=False):
            data = run.data if window is None else run.data.sel(time=slice(*window))
            current = data["motor_current"].values[:, k]
            axes.plot(data["time"].values, current, color=colour, linewidth=1.3)
        last = k == len(names) - 1
        style(axes, title=f"Motor of {name}", x="time, s" if last else "", y="current, A")
    return figure


def deflection_figure(run: Run, ratio: float, constant: float) -> Figure:
    """How far the link lags behind its motor, against the motor's torque, both at the joint."""
    figure = _page(
        "Two encoders: deflection against torque",
        "The dead band in the middle is the play; the slope beyond it the compliance.",
        640,
    )
    places = Margins(head=130).grid(figure, 1, 1)
    axes = figure.add_subplot(places[0, 0])
    data = run.data
    lag = data["motor_position"].values[:, 0] / ratio - data["joint_position"].values[:, 0]
    torque = ratio * constant * data["motor_current"].values[:, 0]
    axes.plot(torque, 1e3 * lag, color=BLUE, linewidth=1.0)
    style(axes, title="", x="motor torque at the joint, N m", y="deflection at the joint, mrad")
    axes.axhline(0.0, color=GREY, linewidth=0.8)
    return figure


def distortion_figure(times: np.ndarray, changes: Mapping[str, np.ndarray]) -> Figure:
    """Changes of numbers over time, as parts of their size."""
    figure = _page(
        "Model distortion",
        "The smallest change of all six frictions that explains the currents, model wrong in one.",
        640,
    )
    places = Margins(head=165).grid(figure, 1, 1)
    axes = figure.add_subplot(places[0, 0])
    wrong = max(changes, key=lambda name: float(np.abs(changes[name]).max()))
    for name, values in changes.items():
        axes.plot(times, 100 * values, color=RED if name == wrong else GREY, linewidth=1.5)
    legend(figure, [entry(wrong, RED), entry("the others", GREY)])
    style(axes, title="", x="time, s", y="change, % of the number")
    return figure
