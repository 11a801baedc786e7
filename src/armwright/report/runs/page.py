"""The page of a picture: its size, its title, and how its axes look."""

from __future__ import annotations

from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.gridspec import GridSpec
from matplotlib.lines import Line2D
from matplotlib.ticker import MaxNLocator

from armwright.report.drawing import DPI, blank_figure
from armwright.report.paper import GREY, GRID, INK
from armwright.report.runs.recorded import Recorded
from armwright.report.words import plain
from armwright.signals.text import duration_text

WIDTH = 1200
BLUE, RED, GREEN, AMBER = "#1f5fd6", "#d62728", "#2c9a4b", "#e08a00"
BANDS = "Lines: median of the runs; bands: 5 to 95 %."
#: Pixels that the title takes, and that are left free below for the names of the axes.
HEAD, FOOT = 108, 92


def page(
    recorded: Recorded, title: str, caption: str, height: int, *, bands: bool = True
) -> Figure:
    """An empty page with its title, and at the bottom where the run comes from.

    `bands`: it has signals over time, and says how those of many runs are drawn.
    """
    figure = blank_figure((WIDTH, height))
    style: dict[str, Any] = {"ha": "left", "parse_math": False}
    figure.text(
        28 / WIDTH,
        1 - 22 / height,
        title,
        fontsize=19,
        fontweight="bold",
        color=INK,
        va="top",
        **style,
    )
    if recorded.many and bands:
        caption = f"{caption} {BANDS}".strip()
    figure.text(28 / WIDTH, 1 - 60 / height, caption, fontsize=12, color=GREY, va="top", **style)
    figure.text(28 / WIDTH, 18 / height, _source(recorded), fontsize=10, color=GREY, **style)
    return figure


def grid(
    figure: Figure,
    rows: int,
    columns: int,
    *,
    widths: list[float] | None = None,
    left: int = 98,
    right: int = 30,
    head: int = HEAD,
    foot: int = FOOT,
    gaps: tuple[int, int] = (90, 100),
) -> GridSpec:
    """Places for axes; margins and `gaps` (between columns, between rows) in pixels."""
    height = figure.get_figheight() * DPI
    wide = (WIDTH - left - right - gaps[0] * (columns - 1)) / columns
    high = (height - head - foot - gaps[1] * (rows - 1)) / rows
    return figure.add_gridspec(
        rows,
        columns,
        width_ratios=widths,
        left=left / WIDTH,
        right=1 - right / WIDTH,
        top=1 - head / height,
        bottom=foot / height,
        wspace=gaps[0] / wide,
        hspace=gaps[1] / high,
    )


def style(
    axes: Axes, *, title: str = "", x: str = "", y: str = "", ticks: int = 6, above: bool = False
) -> None:
    """`above`: another panel with the same x axis is below, and carries its numbers."""
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    for side in ("left", "bottom"):
        axes.spines[side].set_color(GREY)
    axes.grid(True, color=GRID, linewidth=0.7)
    axes.set_axisbelow(True)
    axes.tick_params(labelsize=11, colors=INK, length=3)
    axes.tick_params(axis="x", labelbottom=not above)
    axes.yaxis.set_major_locator(MaxNLocator(ticks, steps=[1, 2, 2.5, 5, 10]))
    # Matplotlib's own would take a common factor out, and write it into the title.
    axes.yaxis.set_major_formatter(lambda value, _: f"{value:.6g}".replace("-", "\N{MINUS SIGN}"))
    axes.set_title(title, loc="left", fontsize=12.5, fontweight="bold", color=INK, parse_math=False)
    axes.set_xlabel(x, fontsize=11.5, color=INK, parse_math=False)
    axes.set_ylabel(y, fontsize=11.5, color=INK, parse_math=False)


def legend(figure: Figure, entries: list[Line2D], *, below: int = 84) -> None:
    """In a row, so many pixels from the top of the page; usually right under the title."""
    height = figure.get_figheight() * DPI
    figure.legend(
        handles=entries,
        loc="upper left",
        bbox_to_anchor=(20 / WIDTH, 1 - below / height),
        ncols=max(len(entries), 1),
        frameon=False,
        fontsize=11.5,
        labelcolor=INK,
        handlelength=2.4,
        columnspacing=1.9,
    )


def title_of(recorded: Recorded, what: str) -> str:
    """Of the scenario's name, as much as there is room for."""
    name = recorded.data.attrs.get("scenario") or recorded.data.attrs.get("robot")
    if not name:
        return what[:1].upper() + what[1:]
    return f"{short(plain(str(name)), 70 - len(what))}: {what}"


def least_span(axes: Axes, span: float) -> None:
    """A signal that hardly moves is shown as a line, not as its noise."""
    low, high = axes.get_ylim()
    if high - low < span:
        middle = 0.5 * (low + high)
        axes.set_ylim(middle - 0.5 * span, middle + 0.5 * span)


def number(value: float) -> str:
    """Three digits, never with an exponent where a person does not want one."""
    return f"{value:.0f}" if 100 <= abs(value) < 1e6 else f"{value:.3g}"


def short(text: str, longest: int) -> str:
    return text if len(text) <= longest else text[: longest - 1] + "…"


def _source(recorded: Recorded) -> str:
    known = recorded.data.attrs
    parts = [f"robot {plain(str(known['robot']))}"] if known.get("robot") else []
    if recorded.many:
        parts.append(f"{recorded.runs.size} runs")
    if recorded.failed:
        parts.append(f"{recorded.failed} more failed and are not shown")
    if known.get("integrator"):
        parts.append(str(known["integrator"]))
        if isinstance(known.get("step"), float):
            parts[-1] += f", step {duration_text(known['step'])}"
    if known.get("method") == "perturbation":
        parts.append(f"linearised at {known.get('points')} points")
    if known.get("seed") is not None:
        parts.append(f"seed {known['seed']}")
    if known.get("complete") is False:
        parts.append("STOPPED BEFORE ITS END")
    if known.get("armwright_version"):
        parts.append(f"armwright {known['armwright_version']}")
    return short("   ·   ".join(parts), 150)
