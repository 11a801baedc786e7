"""Which parameters matter: bars of rank correlations and Sobol indices, and scatter plots."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap, LogNorm
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator
from numpy.typing import NDArray

from armwright.arrays import Array
from armwright.measures.sensitivity import MOST_RUNS, Estimates, is_constant, rank_correlations
from armwright.report.canvas import (
    AMBER,
    BLUE,
    GREY,
    GRID,
    INK,
    RED,
    WHITE,
    WIDTH,
    blank_figure,
    style,
)
from armwright.report.html import Chapter, Paragraph, Picture, ReportPart
from armwright.report.sweeps.importance import Importance
from armwright.report.sweeps.panels import named, near, panel
from armwright.report.sweeps.sweep import Sweep, SweptFigure, SweptParameter, counted, signed
from armwright.report.words import plain, short
from armwright.signals.units import readable

#: Figures with pictures, and parameters and elements in one of them.
MOST_FIGURES, MOST_PARAMETERS, MOST_ELEMENTS = 8, 12, 24
#: With more runs than this, a scatter plot shows how many there are in each place.
MOST_POINTS = 3000
#: Through the runs of a grid.
MOST_LINES = 12
#: With fewer runs a scatter plot has no line of medians.
_LEAST_FOR_MEDIANS = 100
_FALLING_RISING = LinearSegmentedColormap.from_list("falling_rising", (RED, WHITE, BLUE))
_FEW_MANY = LinearSegmentedColormap.from_list("few_many", ("#dbe6fa", BLUE, "#0b2a66"))
#: Pixels: room for the names of parameters, and the rows of bars.
_NAMES, _BAR = 300, 30

_EXPLANATION = (
    "A rank correlation is 1 if the figure always rises with the parameter, \N{MINUS SIGN}1 if it "
    "always falls, and 0 if it does neither. The thin lines are intervals: in 95 of 100 sweeps, "
    "those of all parameters of a figure hold at the same time. Grey bars cannot be told from zero."
)
_SOBOL = (
    "A Sobol index is a share of the figure's variance: of the first order, what the parameter "
    "contributes by itself; total, with all that it does together with other parameters. What the "
    "runs leave open of the totals is part of their intervals."
)


def influence(sweep: Sweep, importances: list[Importance]) -> Chapter:
    """`importances`: of the sweep's figures, in their order."""
    parts: list[ReportPart] = []
    if not sweep.parameters:
        parts.append(Paragraph("No parameter was varied: the runs differ by their seeds."))
        return Chapter("Which parameters matter", parts)
    if not all(one.reason for one in importances):
        parts.append(Paragraph(_EXPLANATION))
    if any(_has_first(one) for one in importances):
        few = f" They are estimated from {MOST_RUNS} of the runs, chosen at random."
        parts.append(Paragraph(_SOBOL + (few if sweep.sample.runs > MOST_RUNS else "")))
    without = {one.without_indices() for one in importances} - {""}
    common = without.pop() if len(without) == 1 and len(importances) > 1 else ""
    parts += [Paragraph(common)] if common else []
    for k, (figure, one) in enumerate(zip(sweep.figures, importances, strict=True), 1):
        reason = one.without_indices()
        own = "" if one.reason or reason == common else reason
        parts.append(Paragraph(f"{one.words()} {own}".strip()))
        if k <= MOST_FIGURES:
            parts += _pictures(sweep, figure, one, k)
    if len(sweep.figures) > MOST_FIGURES:
        parts.append(Paragraph(f"Only the first {MOST_FIGURES} figures are drawn."))
    return Chapter("Which parameters matter", parts)


def _pictures(sweep: Sweep, figure: SweptFigure, one: Importance, number: int) -> list[ReportPart]:
    parts: list[ReportPart] = []
    if not one.reason and not figure.scalar:
        parts.append(_elements_picture(sweep, figure, number))
    shown = [k for k in one.ranked if not one.correlations.reasons[k]][:MOST_PARAMETERS]
    # With so few runs that nothing can be estimated, one can still look at them.
    against = one.matter[:2]
    if one.reason and len(one.names) <= 2 and not is_constant(one.values):
        against = list(range(len(one.names)))
    if shown or against:
        parts.append(_picture(sweep, figure, one, shown, against, number))
    return parts


def _picture(
    sweep: Sweep,
    figure: SweptFigure,
    one: Importance,
    shown: list[int],
    against: list[int],
    number: int,
) -> Picture:
    bars = _BAR * len(shown) + 110 if shown else 10
    page = blank_figure((WIDTH, bars + (350 if against else 0)))
    parts = []
    if shown:
        _draw_bars(page, one, shown)
        parts.append("rank correlations" + (" and Sobol indices" if _has_first(one) else ""))
    if against:
        wide = (WIDTH - 90 - 90 - 30) / 2
        for column, k in enumerate(against):
            left = 90 + column * (wide + 90)
            axes = panel(page, left, bars + 20, wide, 260)
            _draw_scatter(axes, sweep, figure, one, sweep.parameters[k])
        runs = "how many runs are where" if _binned(one) else "a point for each run"
        if any(_alike(sweep, sweep.parameters[k]) for k in against):
            runs += "; lines join those that differ in nothing else"
        medians = "; the line joins medians" if _with_medians(one) else ""
        parts.append(f"the parameters that matter most ({runs}{medians})")
        if not one.matter:
            parts[-1] = f"its values against the parameters ({runs})"
    left_out = len(one.names) - len(shown)
    rest = f" {counted(left_out, 'parameter is', 'parameters are')} not drawn." if left_out else ""
    caption = f"{one.title}: {', and '.join(parts)}.{rest if shown else ''}"
    return Picture(f"influence-{number}", page, caption, one.words())


def _has_first(one: Importance) -> bool:
    return one.indices is not None and not all(one.indices.first.reasons)


def _draw_bars(page: Figure, one: Importance, shown: list[int]) -> None:
    high = _BAR * len(shown)
    both = _has_first(one)
    wide = (WIDTH - _NAMES - 30 - (50 if both else 0)) / (2 if both else 1)
    axes = panel(page, _NAMES, 40, wide, high)
    rows = np.arange(len(shown), dtype=np.float64)
    _draw_estimates(axes, one.correlations, shown, rows, 0.6, BLUE)
    style(axes, title="Rank correlation")
    axes.set_xlim(-1.02, 1.02)
    axes.axvline(0, color=GREY, linewidth=1)
    axes.set_yticks(rows, [named(one.names[k]) for k in shown], parse_math=False)
    axes.xaxis.set_major_formatter(lambda value, _: signed(value, 1))
    if both and one.indices is not None:
        share = panel(page, _NAMES + wide + 50, 40, wide, high)
        total = not all(one.indices.total.reasons)
        height = 0.34 if total else 0.6
        shift = 0.19 if total else 0.0
        _draw_estimates(share, one.indices.first, shown, rows - shift, height, BLUE)
        if total:
            _draw_estimates(share, one.indices.total, shown, rows + shift, height, AMBER)
        style(share, title="Sobol index")
        share.set_xlim(0, 1.02)
        share.set_yticks(rows, [""] * len(rows))
        for k, (words, colour) in enumerate((("first order", BLUE), ("total", AMBER))[: 1 + total]):
            share.text(
                1, 1 + (30 - 16 * k) / high, f"■ {words}", color=colour, fontsize=10.5, ha="right",
                va="top", transform=share.transAxes,
            )  # fmt: skip
    for drawn in page.axes:
        drawn.set_ylim(len(shown) - 0.4, -0.6)
        drawn.grid(axis="y", visible=False)
        drawn.tick_params(axis="y", length=0)


def _draw_estimates(
    axes: Axes, estimates: Estimates, shown: list[int], rows: Array, height: float, colour: str
) -> None:
    value, low, high = (one[shown] for one in (estimates.value, estimates.low, estimates.high))
    sure = estimates.distinguishable[shown]
    axes.barh(rows, value, height, color=[colour if one else GRID for one in sure], alpha=0.85)
    axes.hlines(rows, low, high, color=INK, linewidth=1.3)


def _binned(one: Importance) -> bool:
    return int(np.isfinite(one.values).sum()) > MOST_POINTS


def _with_medians(one: Importance) -> bool:
    return int(np.isfinite(one.values).sum()) >= _LEAST_FOR_MEDIANS


def _draw_scatter(
    axes: Axes, sweep: Sweep, figure: SweptFigure, one: Importance, parameter: SweptParameter
) -> None:
    known = np.isfinite(one.values)
    x, y = sweep.kept(parameter.values)[known], one.values[known]
    (x_factor, x_unit), (y_factor, y_unit) = (
        readable(float(np.abs(near(values)).max()), unit)
        for values, unit in ((x, parameter.unit), (y, figure.unit))
    )
    x, y = x_factor * x, y_factor * y
    for group in _alike(sweep, parameter):
        some = group[known]
        order = np.argsort(x[some], kind="stable")
        axes.plot(x[some][order], y[some][order], color=BLUE, linewidth=1.2, alpha=0.5)
    if _binned(one):
        bins = [_columns(x), np.linspace(*_widened(near(y)), 41)]
        counts, x_edges, y_edges = np.histogram2d(x, y, bins=bins)
        shown = np.ma.masked_equal(counts.T, 0)
        axes.pcolormesh(x_edges, y_edges, shown, cmap=_FEW_MANY, norm=LogNorm(), rasterized=True)
    else:
        small = one.values.size > 300
        axes.plot(x, y, ".", color=BLUE, markersize=4 if small else 7, alpha=0.45 if small else 0.7)
        axes.set_ylim(*_widened(near(y), 0.04))
    if _with_medians(one):
        axes.plot(*_medians(x, y), color=AMBER, linewidth=2.5)
    style(
        axes,
        x=_labelled(named(parameter.name), x_unit),
        y=_labelled(short(plain(one.title), 30), y_unit),
    )
    axes.xaxis.set_major_locator(MaxNLocator(6, steps=[1, 2, 2.5, 5, 10]))
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:.6g}".replace("-", "\N{MINUS SIGN}"))


def _alike(sweep: Sweep, parameter: SweptParameter) -> list[NDArray[np.bool_]]:
    """Of a grid: the runs that differ in one parameter alone, as masks of those that did not
    diverge; none if there are too many lines to follow."""
    if sweep.known.get("design") != "grid":
        return []
    others = [one.values for one in sweep.parameters if one is not parameter]
    rows = sweep.kept(np.stack([np.zeros(sweep.runs.size), *others], axis=1))
    _, group = np.unique(rows, axis=0, return_inverse=True)
    count = int(group.max(initial=-1)) + 1
    return [group == k for k in range(count)] if count <= MOST_LINES else []


def _columns(x: Array) -> Array:
    """The edges of columns; each level of a grid is in the middle of its own."""
    levels = np.unique(x)
    if not 1 < levels.size <= 60:
        return np.linspace(*_widened(near(x)), 61)
    middles = (levels[1:] + levels[:-1]) / 2
    ends = 2 * levels[[0, -1]] - middles[[0, -1]]
    return np.concatenate([ends[:1], middles, ends[1:]])


def _labelled(name: str, unit: str) -> str:
    return f"{name}, {unit}" if unit else name


def _widened(span: tuple[float, float], by: float = 0.0) -> tuple[float, float]:
    """Never empty."""
    low, high = span
    reach = by * (high - low) if high > low else 0.5 * abs(high) or 0.5
    return low - reach, high + reach


def _medians(x: Array, y: Array) -> tuple[Array, Array]:
    """Of the runs with neighbouring values of the parameter, or of each of its levels."""
    levels = np.unique(x)
    if levels.size <= 16:
        groups = [x == level for level in levels]
    else:
        order = np.argsort(x, kind="stable")
        groups = np.array_split(order, int(np.clip(x.size // 25, 4, 16)))
    return (
        np.array([np.median(x[group]) for group in groups]),
        np.array([np.median(y[group]) for group in groups]),
    )


def _elements_picture(sweep: Sweep, figure: SweptFigure, number: int) -> Picture:
    """Rank correlations of every element with every parameter."""
    elements = range(len(figure.elements[:MOST_ELEMENTS]))
    found = [rank_correlations(sweep.sample, sweep.kept(figure.values[:, k])) for k in elements]
    value = np.stack([one.value for one in found])
    sure = np.stack([one.distinguishable for one in found])
    strongest = np.nan_to_num(np.abs(value)).max(axis=0)
    shown = np.argsort(-strongest, kind="stable")[:MOST_PARAMETERS]
    cell = 30
    wide = min(WIDTH - _NAMES - 30, 110 * len(elements))
    page = blank_figure((_NAMES + wide + 30, 40 + cell * len(shown) + 15))
    axes = panel(page, _NAMES, 40, wide, cell * len(shown))
    drawn = np.where(sure, np.nan_to_num(value), 0)[:, shown].T
    axes.imshow(drawn, cmap=_FALLING_RISING, vmin=-1, vmax=1, aspect="auto")
    for row, k in enumerate(shown):
        for column in elements:
            known, told = np.isfinite(value[column, k]), sure[column, k]
            axes.text(
                column, row, signed(value[column, k]) if known else "–",
                ha="center", va="center", fontsize=10, parse_math=False,
                color=GREY if not told else WHITE if abs(value[column, k]) > 0.6 else INK,
            )  # fmt: skip
    names = [short(plain(name), max(4, int(wide / len(elements) / 8))) for name in figure.elements]
    style(axes)
    axes.grid(visible=False)
    axes.set_xticks(list(elements), names[: len(elements)], parse_math=False)
    axes.set_yticks(
        range(len(shown)), [named(sweep.parameters[k].name) for k in shown], parse_math=False
    )
    axes.tick_params(length=0, top=False, labeltop=True, labelbottom=False, bottom=False)
    for side in axes.spines.values():
        side.set_visible(False)
    caption = (
        f"Rank correlations of the elements of {figure.name} with the parameters; those in grey "
        "cannot be told from zero."
    )
    return Picture(f"elements-{number}", page, caption)
