"""Pictures of a fit: measured beside predicted, residuals, how numbers hang together."""

from __future__ import annotations

import numpy as np
import xarray as xr
from matplotlib.figure import Figure

from armwright.arrays import Array
from armwright.fit import Combinations
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
from armwright.signals.log import MEASURED
from armwright.signals.records import array_of, channels_of

_COLUMNS = 2
_PANEL = 215


def torques(residuals: xr.Dataset, signal: str) -> Figure:
    """Each channel: what was measured and what is predicted, filtered alike."""
    time = residuals["time"].values
    off, measured = array_of(residuals, signal)[0], array_of(residuals, MEASURED + signal)[0]
    names, unit = channels_of(residuals, signal), residuals[signal].attrs.get("units", "")
    rows = -(-len(names) // _COLUMNS)
    figure = blank_figure((WIDTH, 134 + rows * _PANEL))
    margins = Margins(head=84, foot=62)
    grid = margins.grid(figure, rows, _COLUMNS, gaps=(80, 58))
    for k, name in enumerate(names):
        axes = figure.add_subplot(grid[k // _COLUMNS, k % _COLUMNS])
        last = k >= len(names) - _COLUMNS
        style(axes, title=name, x="time, s" if last else "", y=unit, ticks=4)
        axes.plot(time, measured[:, k], color=BLUE, linewidth=1.5)
        axes.plot(time, measured[:, k] - off[:, k], color=INK, linewidth=1.0)
        axes.plot(time, off[:, k], color=RED, linewidth=0.9)
    entries = [entry("measured", BLUE), entry("predicted", INK), entry("difference", RED)]
    legend(figure, entries, below=12)
    return figure


def magnitudes(residuals: xr.Dataset) -> Figure:
    """Responses of the first configuration: measured with its 95 %, and the model."""
    first = residuals.isel(configuration=0)
    f, names = first["frequency"].values, [str(one) for one in first["output"].values]
    measured, spread = first["magnitude"].values, first["magnitude_spread"].values
    model = measured * np.exp(first["log_magnitude"].values)
    n = len(names)
    figure = blank_figure((WIDTH, 190 + (420 if n < 3 else 160) * n))
    legend(figure, [entry("measured, 95 %", INK), entry("model", BLUE)], below=12)
    grid = Margins(head=84, foot=62).grid(figure, n, n, gaps=(60, 50))
    for i in range(n):
        for k in range(n):
            axes = figure.add_subplot(grid[i, k])
            title = f"{names[k]} to {names[i]}" if n > 1 else names[0]
            style(axes, title=title, x="Hz" if i == n - 1 else "", y="1/(kg m²)" if k == 0 else "")
            wide = np.exp(1.96 * np.minimum(spread[:, i, k], 1.0))
            axes.fill_between(
                f, measured[:, i, k] / wide, measured[:, i, k] * wide, color="#d5dde6", linewidth=0
            )
            axes.plot(f, model[:, i, k], color=BLUE, linewidth=1.2)
            axes.plot(f, measured[:, i, k], ".", color=INK, markersize=4 if n < 3 else 2)
            axes.set_xscale("log")
            axes.set_yscale("log")
    return figure


def correlations(known: Combinations) -> Figure:
    """Of the combinations: which of them the data can hardly tell apart."""
    size = len(known.names)
    figure = blank_figure((WIDTH, 760))
    axes = figure.add_axes((0.16, 0.07, 0.62, 0.87))
    image = axes.imshow(known.correlation, cmap="RdBu_r", vmin=-1, vmax=1, interpolation="nearest")
    places = np.arange(size)
    labels = [name.split(" ")[0] for name in known.names]
    letters = 9 if size <= 30 else 6
    axes.set_yticks(places, labels, fontsize=letters, color=INK)
    axes.set_xticks(places, labels, fontsize=letters, color=INK, rotation=90)
    axes.tick_params(length=0)
    bar = figure.colorbar(image, ax=axes, fraction=0.046, pad=0.03)
    bar.ax.tick_params(labelsize=10, colors=INK)
    bar.outline.set_edgecolor(GREY)
    return figure


def certainty(known: Combinations) -> Figure:
    """Standard errors against the values, on a logarithmic scale."""
    part = relative_errors(known)
    order = np.argsort(part)
    figure = blank_figure((WIDTH, 420))
    axes = figure.add_subplot(Margins(head=30, foot=110).grid(figure, 1, 1)[0])
    style(axes, y="standard error in % of the value")
    colours = [BLUE if one < 0.5 else RED for one in part[order]]
    axes.bar(np.arange(order.size), 100 * part[order], color=colours, width=0.7)
    axes.set_yscale("log")
    axes.axhline(50, color=GREY, linewidth=1)
    labels = [known.names[k].split(" ")[0] for k in order]
    axes.set_xticks(np.arange(order.size), labels, rotation=90, fontsize=8)
    axes.set_xlim(-0.8, order.size - 0.2)
    axes.set_ylim(bottom=min(0.5, 80 * float(part.min())), top=1e4)
    return figure


def relative_errors(known: Combinations) -> Array:
    """Standard errors over the values; no more than 100, which is also that of a number at its
    bound, whose error nobody knows."""
    size = np.maximum(np.abs(known.values), 1e-300)
    found: Array = np.where(known.errors > 0, np.minimum(known.errors / size, 100.0), 100.0)
    return found
