"""The report of numbers that were followed: their histories, and whether the filter knew how good
it is, before what every fit has."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from matplotlib.figure import Figure

from armwright.files import Content
from armwright.report.canvas import BLUE, GREY, INK, WIDTH, Margins, blank_figure, style
from armwright.report.data import Data
from armwright.report.fits.files import fit_contents, table_text
from armwright.report.fits.page import fit_document
from armwright.report.html import Chapter, render
from armwright.report.html.parts import Paragraph, Picture

if TYPE_CHECKING:
    from armwright.identify import AdaptiveFit

_COLUMNS, _PANEL = 2, 215


def adaptive_contents(found: AdaptiveFit) -> dict[str, Content]:
    """As of any fit, with the histories in the report and as `history.csv`."""
    plain = fit_document(found.fit)
    page = render(replace(plain, chapters=(_followed(found), *plain.chapters)))
    history = found.history
    names = [str(name) for name in history["number"].values]
    head = ("time", *names, *(f"{name} standard_error" for name in names), "surprise")
    columns = (history["time"], history["estimate"], history["deviation"], history["surprise"])
    rows = np.column_stack([one.values for one in columns]).tolist()
    return {
        **fit_contents(found.fit),
        "report.html": page.html,
        "history.csv": table_text(head, rows),
        **{f"figures/{name}.png": png for name, png in page.pictures.items()},
    }


def adaptive_data(found: AdaptiveFit) -> dict[str, Data]:
    """Innovations squared, over what the filter expects."""
    one = found.consistency
    row = {"mean": one.mean, "lowest_if_right": one.low, "highest_if_right": one.high}
    return {"innovations": Data([row])}


def _followed(found: AdaptiveFit) -> Chapter:
    one = found.consistency
    left = ", ".join(f"{name} {size:.2g}" for name, size in found.left_over.items())
    words = (
        f"Innovations squared are {one.mean:.3g} times what the filter expects; a filter that is "
        f"right has {one.low:.3g} to {one.high:.3g}. What was left over, as a disturbance that "
        f"lasts for {1e3 * found.fading:.2g} ms, rms: {left}."
    )
    return Chapter(
        "Over time",
        [
            Paragraph(words),
            Picture(
                "history",
                history_figure(found),
                "Estimates, with two standard errors around them, and innovations squared over "
                "what is expected. Grey: as described.",
                "One panel for each number over time, and one for the innovations.",
            ),
        ],
    )


def history_figure(found: AdaptiveFit) -> Figure:
    names = [str(name) for name in found.history["number"].values]
    rows = -(-(len(names) + 1) // _COLUMNS)
    figure = blank_figure((WIDTH, 104 + rows * _PANEL))
    grid = Margins(head=44, foot=62).grid(figure, rows, _COLUMNS, gaps=(80, 78))
    time = found.history["time"].values
    for k, name in enumerate(names):
        axes = figure.add_subplot(grid[k // _COLUMNS, k % _COLUMNS])
        number = found.parameters[name]
        style(axes, title=_short(name), x="time, s", y=number.unit, ticks=4)
        one = found.history.sel(number=name)
        value, wide = one["estimate"].values, 2 * one["deviation"].values
        axes.fill_between(time, value - wide, value + wide, color=BLUE, alpha=0.18, linewidth=0)
        axes.plot(time, value, color=BLUE, linewidth=1.3)
        axes.axhline(number.nominal, color=GREY, linewidth=1.2)
        settled = slice(len(time) // 20, None)
        low = min((value - wide)[settled].min(), number.nominal)
        high = max((value + wide)[settled].max(), number.nominal)
        axes.set_ylim(low - 0.08 * (high - low), high + 0.08 * (high - low))
    k = len(names)
    axes = figure.add_subplot(grid[k // _COLUMNS, k % _COLUMNS])
    style(axes, title="innovations squared, over expected", x="time, s", ticks=4)
    axes.plot(time, found.history["surprise"].values, color=INK, linewidth=0.8)
    axes.axhline(1.0, color=GREY, linewidth=1.2)
    axes.set_ylim(bottom=0.0)
    return figure


def _short(name: str) -> str:
    """Without what all have in common: `J2 friction.static`."""
    parts = [part for part in name.split(".")[1:] if part != "drive"]
    return f"{parts[0]} {'.'.join(parts[1:])}"
