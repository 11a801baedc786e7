"""How the figures of a sweep are distributed: histograms, and a table of their percentiles."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from armwright.arrays import Array
from armwright.measures.sensitivity import is_constant
from armwright.report.canvas import (
    AMBER,
    BLUE,
    DASHES,
    GREY,
    INK,
    WIDTH,
    blank_figure,
    entry,
    legend,
    style,
)
from armwright.report.html import Chapter, Paragraph, Picture, ReportPart, ReportTable
from armwright.report.sweeps.panels import grid_size, named, near, panel
from armwright.report.sweeps.sweep import Sweep, SweptFigure, counted, quantities, quantity
from armwright.report.words import short
from armwright.signals.units import readable

#: Histograms that are drawn: of scalar figures, of elements of a vector, and of vectors.
MOST_SCALARS, MOST_ELEMENTS, MOST_VECTORS = 24, 24, 6

#: A histogram: title, unit, values without those that are not known, nominal value or NaN.
_Histogram = tuple[str, str, Array, float]


def distributions(sweep: Sweep) -> Chapter:
    scalars = [one for one in sweep.figures if one.scalar]
    vectors = [one for one in sweep.figures if not one.scalar]
    parts: list[ReportPart] = []
    drawn = _known([_histogram(sweep, one, 0) for one in scalars[:MOST_SCALARS]])
    if drawn:
        parts.append(_picture("distributions", drawn, "the figures"))
    for k, one in enumerate(vectors[:MOST_VECTORS]):
        drawn = _known(
            [_histogram(sweep, one, j) for j in range(len(one.elements[:MOST_ELEMENTS]))]
        )
        if drawn:
            parts.append(_picture(f"distributions-{k + 1}", drawn, one.name))
    rows = [
        row
        for one in sweep.figures
        for element in range(len(one.elements[:MOST_ELEMENTS]))
        if (row := _row(sweep, one, element))
    ]
    if rows:
        head = ("figure", "median:", "5 %:", "95 %:", "smallest:", "largest:", "nominal:", "runs:")
        parts.append(ReportTable(head, rows, "The figures of the runs that did not diverge."))
    else:
        parts.append(Paragraph("No run has a figure to show."))
    left_out = _left_out(scalars, vectors)
    return Chapter("How the figures are distributed", [*parts, *map(Paragraph, left_out)])


def _left_out(scalars: Sequence[SweptFigure], vectors: Sequence[SweptFigure]) -> list[str]:
    found = []
    for group, most, what in (
        (scalars, MOST_SCALARS, "scalar figures"),
        (vectors, MOST_VECTORS, "vectors"),
    ):
        if len(group) > most:
            found.append(f"Only the first {most} of {len(group)} {what} are drawn.")
    found += [
        f"Only the first {MOST_ELEMENTS} of {len(one.elements)} elements of {one.name} are shown."
        for one in vectors
        if len(one.elements) > MOST_ELEMENTS
    ]
    return found


def _histogram(sweep: Sweep, figure: SweptFigure, element: int) -> _Histogram:
    values = sweep.kept(figure.values[:, element])
    title = figure.name if figure.scalar else figure.elements[element]
    return title, figure.unit, values[np.isfinite(values)], float(figure.nominal[element])


def _known(histograms: Sequence[_Histogram]) -> list[_Histogram]:
    return [one for one in histograms if one[2].size]


def _picture(name: str, histograms: list[_Histogram], of: str) -> Picture:
    rows, columns = grid_size(len(histograms))
    head, high, gap = 46, 200, 74
    figure = blank_figure((WIDTH, head + rows * (high + gap) + (rows - 1) * 16))
    legend(
        figure,
        [
            entry("median", INK),
            entry("5 and 95 %", GREY, dashed=True),
            *([entry("nominal", AMBER)] if any(np.isfinite(one[3]) for one in histograms) else []),
        ],
        below=2,
    )
    wide = (WIDTH - 20) / columns
    for k, one in enumerate(histograms):
        row, column = divmod(k, columns)
        axes = panel(
            figure,
            20 + column * wide + 52,
            head + 24 + row * (high + gap + 16),
            min(wide - 86, 700),
            high - 24,
        )
        _draw(axes, *one, longest=int(wide / 9.5))
    says = "; ".join(
        f"{title}: median {quantity(float(np.median(values)), unit)}"
        for title, unit, values, _ in histograms
    )
    return Picture(name, figure, f"Histograms of {of}: how many runs have which value.", says)


def _draw(axes: Axes, title: str, unit: str, values: Array, nominal: float, longest: int) -> None:
    low, high = near(values)
    known = [abs(low), abs(high), *([abs(nominal)] if np.isfinite(nominal) else [])]
    factor, scaled = readable(max(known), unit)
    inside = values[(low <= values) & (values <= high)]
    if is_constant(values):
        middle = float(values[0])
        reach = 0.5 * abs(middle) or 0.5
        edges = np.linspace(middle - reach, middle + reach, 22)
    else:
        count = int(np.clip(1.2 * np.sqrt(inside.size), 5, 48))
        edges = np.linspace(low, high, count + 1)
    counts, _ = np.histogram(inside, edges)
    axes.stairs(counts, factor * edges, fill=True, color=BLUE, alpha=0.7)
    style(axes, title=short(named(title), longest), x=scaled, ticks=4)
    axes.grid(axis="x", visible=False)
    axes.yaxis.set_major_locator(MaxNLocator(4, integer=True))
    axes.xaxis.set_major_locator(MaxNLocator(5, steps=[1, 2, 2.5, 5, 10]))
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:.5g}".replace("-", "\N{MINUS SIGN}"))
    first, median, last = np.percentile(values, (5, 50, 95))
    for value in (first, last):
        axes.axvline(factor * value, color=GREY, linewidth=1.5, linestyle=DASHES)
    axes.axvline(factor * median, color=INK, linewidth=2)
    if np.isfinite(nominal):
        axes.axvline(factor * nominal, color=AMBER, linewidth=2)
    if beyond := values.size - inside.size:
        axes.set_title(f"{counted(beyond, 'run')} beyond", loc="right", fontsize=9.5, color=GREY)


def _row(sweep: Sweep, figure: SweptFigure, element: int) -> tuple[str, ...] | None:
    values = sweep.kept(figure.values[:, element])
    values = values[np.isfinite(values)]
    if not values.size:
        return None
    statistics = np.percentile(values, (50, 5, 95, 0, 100))
    texts = quantities([*statistics, figure.nominal[element]], figure.unit)
    return (figure.titled(element), *texts, str(values.size))
