"""Pictures: estimates over time, where which number shows, what is told of ageing arms."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.figure import Figure

from armwright.arrays import Array
from armwright.identify import AdaptiveFit
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
    entry,
    legend,
    style,
)
from armwright.studies.friction.adaptive.runs import MINUTES, AdaptiveResults, SensitivityCurves
from armwright.studies.friction.adaptive.source import COLD, FRICTION

_TITLES = {
    "static": ("F_s", "N m at the motor", 1.0),
    "viscous": ("α₂", "1e−4 N m s/rad", 1e4),
    "quadratic": ("α₃", "1e−7 N m s²/rad²", 1e7),
}
#: s: by then the filters have forgotten what they began with.
_SETTLED = 20.0
_COLOURS = (BLUE, RED, AMBER, GREEN, INK)


def hour_figure(found: AdaptiveResults) -> Figure:
    """Experiment 3: five batches of five minutes, plain and cured, beside the truth."""
    figure = blank_figure((WIDTH, 380))
    grid = Margins(head=84, foot=62).grid(figure, 1, 3, gaps=(80, 58))
    for k, name in enumerate(COLD):
        title, unit, factor = _TITLES[name]
        axes = figure.add_subplot(grid[0, k])
        style(axes, title=title, x="minutes", y=unit, ticks=5)
        for fits, colour in ((found.plain, RED), (found.cured, BLUE)):
            for minute, fit in zip(MINUTES, fits, strict=True):
                _line(axes, fit, name, minute, factor, colour)
        for minute, true in zip(MINUTES, found.truths, strict=True):
            value = factor * true[name]
            axes.plot([minute, minute + 5], [value, value], color=INK, linewidth=2.2)
    entries = [entry("truth", INK), entry("plain filter", RED), entry("cured", BLUE)]
    legend(figure, entries, below=12)
    return figure


def _line(
    axes: object, fit: AdaptiveFit, name: str, minute: float, factor: float, colour: str
) -> None:
    one = fit.history.sel(number=FRICTION + name)
    minutes = minute + one["time"].values / 60.0
    axes.plot(minutes, factor * one["estimate"].values, color=colour, linewidth=1.1)  # type: ignore[attr-defined]


def simulated_figure(found: AdaptiveResults) -> Figure:
    """Experiments 1 and 2: estimates with two standard errors."""
    figure = blank_figure((WIDTH, 380))
    grid = Margins(head=84, foot=62).grid(figure, 1, 3, gaps=(80, 58))
    for k, name in enumerate(COLD):
        title, unit, factor = _TITLES[name]
        axes = figure.add_subplot(grid[0, k])
        style(axes, title=title, x="time, s", y=unit, ticks=5)
        settled: list[Array] = []
        # The first is wider: where both are the same, both are seen.
        for fit, colour, width in ((found.one, AMBER, 3.2), (found.three, BLUE, 1.2)):
            if FRICTION + name not in fit.parameters:
                continue
            one = fit.history.sel(number=FRICTION + name)
            t, value, wide = (
                one["time"].values,
                factor * one["estimate"].values,
                2 * factor * one["deviation"].values,
            )
            axes.fill_between(t, value - wide, value + wide, color=colour, alpha=0.18, linewidth=0)
            axes.plot(t, value, color=colour, linewidth=width)
            settled += [(value + way * wide)[t > _SETTLED] for way in (-1, 1)]
        axes.axhline(factor * COLD[name], color=INK, linewidth=1.2)
        low, high = np.min(settled), np.max(settled)
        axes.set_ylim(low - 0.3 * (high - low), high + 0.3 * (high - low))
    entries = [entry("truth", INK), entry("F_s alone", AMBER), entry("all three", BLUE)]
    legend(figure, entries, below=12)
    return figure


def seen_figure(seen: SensitivityCurves) -> Figure:
    """Figures 5.17 and 5.18."""
    figure = blank_figure((WIDTH, 420))
    grid = Margins(head=84, foot=62, right=40).grid(figure, 1, 2, gaps=(90, 58))
    axes = figure.add_subplot(grid[0, 0])
    style(axes, title="dynamic and static friction", x="time, s", y="N m at the motor")
    axes.plot(seen.time, seen.dynamic, color=BLUE, linewidth=1.6)
    axes.plot(seen.time, seen.static, color=GREY, linewidth=1.1)
    axes.plot(seen.time, seen.dynamic - seen.static, color=RED, linewidth=1.0)
    axes = figure.add_subplot(grid[0, 1])
    style(axes, title="where which number shows", x="speed of the motor, rad/s", y="of its most")
    axes.set_xscale("log")
    names = {
        "static": "F_s",
        "stribeck_velocity": "v_s",
        "coulomb": "F_c",
        "viscous": "α₂",
        "quadratic": "α₃",
    }
    entries = [entry("dynamic", BLUE), entry("static", GREY), entry("difference", RED)]
    for (name, word), colour in zip(names.items(), _COLOURS, strict=True):
        size = np.abs(seen.by_number[name])
        axes.plot(seen.speed, size / size.max(), color=colour, linewidth=1.6, label=word)
    axes.legend(frameon=False, fontsize=11, labelcolor=INK)
    legend(figure, entries, below=12)
    return figure


def told_figure(told: Mapping[str, Mapping[str, int]]) -> Figure:
    """What histories of each kind are told to be."""
    kinds: Sequence[str] = list(told)
    words = [*kinds, *sorted({w for row in told.values() for w in row} - set(kinds))]
    table = np.array([[told[kind].get(word, 0) for word in words] for kind in kinds], dtype=float)
    table /= table.sum(axis=1, keepdims=True)
    figure = blank_figure((WIDTH, 560))
    axes = figure.add_axes((0.22, 0.3, 0.6, 0.62))
    axes.imshow(table, cmap="Blues", vmin=0, vmax=1, aspect="auto")
    axes.set_yticks(np.arange(len(kinds)), kinds, fontsize=11.5, color=INK)
    axes.set_xticks(np.arange(len(words)), words, fontsize=11.5, color=INK, rotation=30, ha="right")
    axes.tick_params(length=0)
    axes.set_ylabel("what it is", fontsize=11.5, color=INK)
    axes.set_xlabel("what is told", fontsize=11.5, color=INK)
    for i, row in enumerate(table):
        for j, share in enumerate(row):
            if share:
                ink = "white" if share > 0.5 else INK
                axes.text(j, i, f"{100 * share:.0f} %", ha="center", va="center", color=ink)
    return figure
