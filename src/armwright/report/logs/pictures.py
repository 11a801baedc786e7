"""A picture of each signal of a log: a panel for each element of it, over time."""

from __future__ import annotations

import re

import numpy as np
from matplotlib.figure import Figure

from armwright.report.canvas import AMBER, BLUE, GREY, Margins, least_span, png, stack, style
from armwright.report.logs.tables import sampling_text
from armwright.report.runs.lines import draw_signal, largest
from armwright.report.runs.page import titled_page
from armwright.report.words import plain, short
from armwright.signals import Log
from armwright.signals.conversion import own_side
from armwright.signals.records import channels_of
from armwright.signals.units import readable

#: Pixels of a panel and the gap below it; more elements than this stand in two columns.
_ROW, _ONE_COLUMN = 190, 3
#: Elements of a signal that are drawn.
MOST = 24


def draw_log(log: Log) -> dict[str, bytes]:
    """The .png files by their names."""
    drawn: dict[str, bytes] = {}
    for name in map(str, log.data.data_vars):
        if "time" in log.data[name].dims:
            drawn[f"{_file_name(name, drawn)}.png"] = png(signal_figure(log, name))
    return drawn


def _file_name(name: str, taken: dict[str, bytes]) -> str:
    words = re.sub(r"\W+", "_", name)[:80] or "signal"
    return words if f"{words}.png" not in taken else f"{words}_{len(taken)}"


def signal_figure(log: Log, name: str) -> Figure:
    values = log[name]
    channels = channels_of(log.data, name)
    count = min(len(channels), MOST)
    columns = 1 if count <= _ONE_COLUMN else 2
    rows = -(-count // columns)
    unit = str(log.data[name].attrs.get("units", ""))
    factor, text = readable(largest(values), unit)
    figure = titled_page(
        f"{short(plain(str(log.data.attrs.get('file', 'log'))), 50)}: {plain(name)}",
        _caption(log, name, len(channels)),
        "",
        150 + _ROW * rows,
    )
    places = Margins(head=118, foot=72).grid(figure, rows, columns, gaps=(95, 50))
    for k in range(count):
        row, column = divmod(k, columns)
        last = k + columns >= count
        axes = figure.add_subplot(places[row, column])
        style(
            axes,
            title=short(plain(channels[k]), 40),
            y=plain(text) or plain(name),
            x="time, s" if last else "",
            ticks=4,
        )
        draw_signal(axes, log.time, factor * values[None, :, k], BLUE, width=1.2)
        missing = ~np.isfinite(values[:, k])
        if missing.any():
            low, _ = axes.get_ylim()
            axes.plot(log.time[missing], np.full(missing.sum(), low), "|", color=AMBER)
            axes.set_title(
                f"{missing.sum()} missing", loc="right", fontsize=11, color=AMBER, parse_math=False
            )
        axes.set_xlim(log.time[0], log.time[-1] if log.time.size > 1 else log.time[0] + 1)
        least_span(axes, 1e-9 * max(largest(factor * values[:, k]), 1e-3))
        axes.tick_params(axis="x", colors=GREY)
    stack(figure.axes)
    return figure


def _caption(log: Log, name: str, count: int) -> str:
    meaning = plain(str(log.data[name].attrs.get("long_name", "")))
    side = own_side(name)
    words = [meaning] if meaning and meaning != name else []
    words += [f"on the {side}s' side of the gears"] if side else []
    words += [f"the first {MOST} of {count}"] if count > MOST else []
    return short("; ".join([*words, sampling_text(log)]), 140)
