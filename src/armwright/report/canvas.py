"""What every figure is drawn on: sizes, inks, how axes and legends look, and the file."""

from __future__ import annotations

import io
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.gridspec import GridSpec
from matplotlib.lines import Line2D
from matplotlib.ticker import MaxNLocator

from armwright.errors import InputError
from armwright.files import write_whole

INK, GREY, WHITE = "#20252b", "#7b838c", "#ffffff"
FLOOR, SHADOW, GRID = "#f6f7f8", "#e3e6e9", "#d3d8dd"
AXIS_COLOURS = ("#d62728", "#2ca02c", "#1f5fd6")
BLUE, RED, GREEN, AMBER = "#1f5fd6", "#d62728", "#2c9a4b", "#e08a00"
#: Pixels across a page of figures.
WIDTH = 1200
DPI = 100
DASHES = (0, (4, 2.5))
#: Of files that pictures are written to.
SUFFIXES = (".png", ".svg", ".pdf")


def blank_figure(pixels: tuple[int, int]) -> Figure:
    figure = Figure(figsize=(pixels[0] / DPI, pixels[1] / DPI), dpi=DPI, facecolor=WHITE)
    FigureCanvasAgg(figure)
    return figure


@dataclass(frozen=True)
class Margins:
    """What stays free around the panels of a page, in pixels: `head` for the title and the legend,
    `left` and `foot` for the names of the axes."""

    left: int = 98
    right: int = 30
    head: int = 108
    foot: int = 92

    def grid(
        self,
        figure: Figure,
        rows: int,
        columns: int,
        *,
        gaps: tuple[int, int] = (90, 100),
        widths: list[float] | None = None,
    ) -> GridSpec:
        """Places for axes. `gaps`: between columns and between rows, in pixels; `widths` of the
        columns, as ratios."""
        height = figure.get_figheight() * DPI
        wide = (WIDTH - self.left - self.right - gaps[0] * (columns - 1)) / columns
        high = (height - self.head - self.foot - gaps[1] * (rows - 1)) / rows
        return figure.add_gridspec(
            rows,
            columns,
            width_ratios=widths,
            left=self.left / WIDTH,
            right=1 - self.right / WIDTH,
            top=1 - self.head / height,
            bottom=self.foot / height,
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


def least_span(axes: Axes, span: float) -> None:
    """A signal that hardly moves is shown as a line, not as its noise."""
    low, high = axes.get_ylim()
    if high - low < span:
        middle = 0.5 * (low + high)
        axes.set_ylim(middle - 0.5 * span, middle + 0.5 * span)


def entry(label: str, colour: str, *, dashed: bool = False) -> Line2D:
    """For the legend."""
    line = Line2D([], [], color=colour, linewidth=2, label=label)
    if dashed:
        line.set_linestyle(DASHES)
    return line


def png(figure: Figure) -> bytes:
    """The picture as a .png file has it."""
    memory = io.BytesIO()
    figure.savefig(memory, format="png")
    return memory.getvalue()


def save_figure(make: Callable[[], Figure], path: str | os.PathLike[str]) -> Path:
    """Draw, and write a .png, .svg or .pdf file; nothing is drawn if the name is refused."""
    path = Path(path)
    kind = path.suffix.lower()
    if kind not in SUFFIXES:
        raise InputError(
            "this kind of picture cannot be written",
            where=str(path),
            got=f"suffix '{path.suffix}'",
            expected=f"one of {', '.join(SUFFIXES)}",
        )
    figure = make()
    return write_whole(path, lambda file: figure.savefig(file, format=kind[1:]))
