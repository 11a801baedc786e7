"""The pictures of a case."""

from __future__ import annotations

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from armwright.report.canvas import (
    AMBER,
    BLUE,
    GREEN,
    RED,
    WIDTH,
    blank_figure,
    entry,
    grid,
    legend,
    style,
)
from armwright.report.runs.lines import envelope
from armwright.signals import Run
from armwright.studies.six_axis.errors import time
from armwright.studies.six_axis.signals_drawn import ROWS, Panel, Row

COLOURS = (BLUE, RED, GREEN, AMBER, "#6b4fb3", "#17838f")
_HEAD, _FOOT = 78, 58
#: Heights of the panels, alone and on a page of all, and the gap below them.
_ALONE, _TOGETHER, _GAP = 215, 150, 66


def row_figure(run: Run, row: Row) -> Figure:
    """One of S1's five pictures."""
    return _figure(run, (row,), _ALONE)


def case_figure(run: Run) -> Figure:
    """All five of them, one below the other."""
    return _figure(run, ROWS, _TOGETHER)


def _figure(run: Run, rows: tuple[Row, ...], panel: int) -> Figure:
    figure = blank_figure((WIDTH, _HEAD + _FOOT + len(rows) * (panel + _GAP) - _GAP))
    names = run.data["joint"].values
    entries = [entry(str(name), colour) for name, colour in zip(names, COLOURS, strict=True)]
    legend(figure, entries, below=8)
    for k, row in enumerate(rows):
        places = grid(
            figure, len(rows), len(row.panels), head=_HEAD, foot=_FOOT, left=70, gaps=(70, _GAP)
        )
        for column, drawn in enumerate(row.panels):
            axes = figure.add_subplot(places[k, column])
            _draw(axes, run, drawn, last=k == len(rows) - 1)
    return figure


def _draw(axes: Axes, run: Run, panel: Panel, *, last: bool) -> None:
    t, curves = time(run), panel.values(run)
    for k, colour in enumerate(COLOURS):
        axes.plot(*envelope(t, curves[:, k]), color=colour, linewidth=1.3)
    style(axes, title=f"{panel.title}, {panel.unit}", x="time, s" if last else "", ticks=5)
    axes.margins(x=0.01)
