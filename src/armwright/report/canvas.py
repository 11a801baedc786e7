"""What every figure is drawn on: sizes, inks, how axes and legends look, and the file."""

from __future__ import annotations

import io
import os
from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from html import escape
from pathlib import Path
from textwrap import fill
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.collections import LineCollection
from matplotlib.figure import Figure
from matplotlib.gridspec import GridSpec
from matplotlib.lines import Line2D
from matplotlib.text import Text
from matplotlib.ticker import MaxNLocator, NullLocator
from PIL import Image

from armwright.errors import InputError
from armwright.files import write_together, write_whole

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


class ShownFigure(Figure):
    """A figure that notebooks show by themselves, whatever they know of Matplotlib."""

    def _repr_png_(self) -> bytes:
        return png(self)


class Figures(Mapping[str, Figure]):
    """Figures by name, which notebooks show one below the other."""

    def __init__(self, figures: Mapping[str, Figure]) -> None:
        self._figures = dict(figures)

    def __getitem__(self, name: str) -> Figure:
        return self._figures[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._figures)

    def __len__(self) -> int:
        return len(self._figures)

    def __repr__(self) -> str:
        return f"Figures({', '.join(self._figures)})"

    def pngs(self) -> dict[str, bytes]:
        """The .png files by their names."""
        return {f"{name}.png": png(figure) for name, figure in self._figures.items()}

    def save(self, directory: str | os.PathLike[str]) -> list[Path]:
        """Write them as .png files, all or none, and return their paths. Other files there stay."""
        return write_together(directory, self.pngs())

    def _repr_html_(self) -> str:
        return "\n".join(
            f'<img alt="{escape(name)}" src="data:image/png;base64,{b64encode(content).decode()}">'
            for name, content in self.pngs().items()
        )


def blank_figure(pixels: tuple[int, int]) -> Figure:
    figure = ShownFigure(figsize=(pixels[0] / DPI, pixels[1] / DPI), dpi=DPI, facecolor=WHITE)
    FigureCanvasAgg(figure)
    return figure


def fit(text: Text, pixels: float, smallest: float = 7.0) -> Text:
    """In smaller letters if it is wider than that, and on several lines if these were too small:
    no word is cut off."""
    # Letters have whole pixels: half the size is not quite half the width.
    while (wide := text.get_window_extent().width) > pixels:
        size = float(text.get_fontsize())
        if size <= smallest:
            lines = text.get_text().splitlines()
            room = int(max(map(len, lines)) * pixels / wide)
            text.set_text("\n".join(fill(line, max(room, 8)) for line in lines))
            break
        text.set_fontsize(max(smallest, 0.99 * size * pixels / wide))
    return text


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


def style(axes: Axes, *, title: str = "", x: str = "", y: str = "", ticks: int = 6) -> None:
    """`x`, `y`: the names of the axes; `ticks`: about so many on the y axis."""
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    for side in ("left", "bottom"):
        axes.spines[side].set_color(GREY)
    axes.grid(True, color=GRID, linewidth=0.7)
    axes.set_axisbelow(True)
    axes.tick_params(labelsize=11, colors=INK, length=3)
    axes.yaxis.set_major_locator(MaxNLocator(ticks, steps=[1, 2, 2.5, 5, 10]))
    # Matplotlib's own would take a common factor out, and write it into the title.
    axes.yaxis.set_major_formatter(lambda value, _: f"{value:.6g}".replace("-", "\N{MINUS SIGN}"))
    look: dict[str, Any] = {"fontsize": 12.5, "fontweight": "bold", "color": INK}
    # Nothing is above the axes; without `y`, Matplotlib would look for it in the ticks, at length.
    axes.set_title(title, loc="left", y=1.0, parse_math=False, **look)
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


def stack(panels: Iterable[Axes]) -> None:
    """Those one below the other get the same x axis: the lowest of each column has its ticks, and
    the names of the y axes stand in one line."""
    columns: dict[int, list[Axes]] = {}
    for axes in panels:
        columns.setdefault(round(axes.bbox.x0), []).append(axes)
    for column in columns.values():
        *above, lowest = sorted(column, key=lambda axes: -float(axes.bbox.y0))
        lows, highs = zip(*(axes.get_xlim() for axes in column), strict=True)
        for axes in column:
            axes.set_xlim(min(lows), max(highs))
        for axes in above:
            _without_ticks(axes, lowest)
        _align_names(column)


def _without_ticks(axes: Axes, below: Axes) -> None:
    """The lines of the grid alone, where the panel below has ticks: more of these would take longer
    to draw than the curves."""
    low, high = below.get_xlim()
    lines = [[(x, 0), (x, 1)] for x in below.get_xticks() if low <= x <= high]
    across = axes.get_xaxis_transform()
    grid = LineCollection(lines, colors=GRID, linewidths=0.7, zorder=0.5, transform=across)
    axes.add_collection(grid, autolim=False)
    axes.xaxis.set_major_locator(NullLocator())
    axes.xaxis.set_minor_locator(NullLocator())


def _align_names(column: list[Axes]) -> None:
    """They stay there: aligned by Matplotlib, each is placed anew by the numbers of the column."""
    for axes in column:
        axes.yaxis.get_tightbbox()  # places its name beside its numbers
    outermost = min(axes.yaxis.label.get_position()[0] for axes in column)
    for axes in column:
        axes.yaxis.set_label_coords(axes.transAxes.inverted().transform((outermost, 0))[0], 0.5)


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


def pixels(figure: Figure, sharpness: float = 1.0) -> Image.Image:
    """The picture without transparency; `sharpness`: pixels for one of the figure."""
    canvas: Any = FigureCanvasAgg(figure)  # it has no types
    own = figure.dpi
    figure.dpi = sharpness * own
    try:
        canvas.draw()
        return Image.fromarray(np.asarray(canvas.buffer_rgba())).convert("RGB")
    finally:
        figure.dpi = own


def png(figure: Figure) -> bytes:
    """The picture as a .png file has it."""
    memory = io.BytesIO()
    # Level 6, the usual one, takes 40 % longer for files that are 5 to 8 % smaller.
    pixels(figure).save(memory, format="png", compress_level=3)
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
