"""All friction laws on one page: a row for each law, a column for each experiment."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FixedLocator, NullFormatter, NullLocator

from armwright.report.canvas import GREY, GRID, INK, blank_figure
from armwright.report.friction import panels
from armwright.report.friction.examples import EXAMPLES, Example
from armwright.report.friction.free_motion import free_motion
from armwright.report.friction.given_velocity import (
    FREQUENCIES,
    frictional_lag,
    presliding_loops,
    stribeck_curve,
)
from armwright.report.friction.rig import TICK, Bench, rig

#: Pixels: a panel and the gaps around it, the names of the laws, the head and the foot.
WIDTH, HEIGHT, GAP, LEAD = 204, 118, 54, 38
NAMES, HEAD, FOOT, RIGHT = 246, 212, 104, 28


@dataclass(frozen=True)
class Column:
    """An experiment: what it is, and its axes. `limits`: left, right, bottom, top."""

    title: str
    about: str
    x_label: str
    x_ticks: tuple[float, ...]
    y_ticks: tuple[float, ...]
    limits: tuple[float, float, float, float]


COLUMNS = (
    Column(
        "Steady sliding",
        "Friction, N, long after\nthe velocity was set",
        "velocity, mm/s",
        (-4, -2, 0, 2, 4),
        (-1, 0, 1),
        (-4.3, 4.3, -1.75, 1.75),
    ),
    Column(
        "Presliding loops",
        "Friction, N. Does a small loop\n(amber) come back to where\nit began?",
        "way, µm",
        (-20, 0, 20),
        (-1, 0, 1),
        (-23, 23, -1.75, 1.75),
    ),
    Column(
        "Frictional lag",
        "Friction, N, at velocities\nthat swing with",
        "velocity, mm/s",
        (0, 1, 2, 3),
        (1.0, 1.5),
        (0, 3.0, 0.85, 1.72),
    ),
    Column(
        "Break-away",
        "The largest friction, N,\nunder a load that rises",
        "rate of the load, N/s",
        (1, 10, 50),
        (1.0, 1.5),
        (0.35, 75, 0.85, 1.72),
    ),
    Column(
        "Mass on a belt",
        "Force, N, of a spring that holds\nthe mass back: 20 N/m on a\nbelt with 20 mm/s",
        "time, s",
        (0, 5, 10),
        (0, 1),
        (0, 10, 0, 2.0),
    ),
    Column(
        "Swinging load",
        "Position, µm, under a load of\n0.45 ± 0.25 N, five times\na second",
        "time, s",
        (0, 1, 2),
        (0, 50, 100),
        (0, 2, -8, 118),
    ),
)
CAPTION = (
    "A mass of 1 kg on a rail. Where a law has them, F_c = 1 N, F_s = 1.5 N, "
    "v_s = 1 mm/s, α₂ = 0.4 N s/m, σ₀ = 10⁵ N/m, σ₁ = 316 N s/m; g(v) falls from F_s to F_c."
)


def friction_page(examples: Sequence[Example] = EXAMPLES) -> Figure:
    """Each law in all experiments."""
    size = (
        NAMES + len(COLUMNS) * WIDTH + (len(COLUMNS) - 1) * GAP + RIGHT,
        HEAD + len(examples) * (HEIGHT + LEAD) + FOOT - LEAD,
    )
    figure = blank_figure(size)
    _draw_head(figure, size)
    for row, example in enumerate(examples):
        top = HEAD + row * (HEIGHT + LEAD)
        _draw_name(figure, size, example, top)
        places = [_axes(figure, size, column, top) for column in range(len(COLUMNS))]
        remarks = _draw_row(places, example)
        for axes, column, remark in zip(places, COLUMNS, remarks, strict=True):
            _style(axes, column, remark, last=row == len(examples) - 1)
    return figure


def _draw_row(places: list[Axes], example: Example) -> list[panels.Remark]:
    bench = Bench(rig(example.kind, example.numbers))
    curve, loops, lag, breaking, belt, drift = places
    motion = free_motion(example)
    for axes in (curve, loops):
        panels.zero_lines(axes)
    return [
        panels.draw_curve(curve, example, stribeck_curve(bench)),
        panels.draw_loops(loops, presliding_loops(bench)),
        panels.draw_lag(lag, frictional_lag(bench)),
        panels.draw_break_away(breaking, motion),
        panels.draw_stick_slip(belt, motion.stick_slip),
        panels.draw_drift(drift, motion.drift),
    ]


def _axes(figure: Figure, size: tuple[int, int], column: int, top: int) -> Axes:
    left = NAMES + column * (WIDTH + GAP)
    width, height = size
    box = (left / width, 1 - (top + HEIGHT) / height, WIDTH / width, HEIGHT / height)
    return figure.add_axes(box)


def _text(
    figure: Figure, size: tuple[int, int], x: float, y: float, text: str, **look: Any
) -> None:
    """At pixels from the left and the top."""
    common: dict[str, Any] = {"ha": "left", "va": "top", "color": INK, "parse_math": False}
    figure.text(x / size[0], 1 - y / size[1], text, **{**common, **look})


def _draw_head(figure: Figure, size: tuple[int, int]) -> None:
    _text(figure, size, 28, 22, "Friction laws", fontsize=21, fontweight="bold")
    _text(figure, size, 28, 62, CAPTION, fontsize=11.5, color=GREY)
    for k, column in enumerate(COLUMNS):
        left = NAMES + k * (WIDTH + GAP)
        _text(figure, size, left, 106, column.title, fontsize=13, fontweight="bold")
        _text(figure, size, left, 128, column.about, fontsize=10, color=GREY, linespacing=1.25)
    note = f"midpoint rule, step {1e3 * TICK:g} ms   ·   armwright {version('armwright')}"
    _text(figure, size, 28, size[1] - 18, note, fontsize=10, color=GREY, va="bottom")
    left = NAMES + 2 * (WIDTH + GAP)
    for k, (frequency, shade) in enumerate(zip(FREQUENCIES, panels.SHADES, strict=True)):
        unit = " rad/s" if k == 2 else ","
        look = {"fontsize": 10, "color": shade, "fontweight": "bold"}
        _text(figure, size, left + (0, 19, 47)[k], 165, f"{frequency:g}{unit}", **look)


def _draw_name(figure: Figure, size: tuple[int, int], example: Example, top: int) -> None:
    _text(figure, size, 28, top + 8, example.title, fontsize=13, fontweight="bold")
    _text(figure, size, 28, top + 33, example.kind, fontsize=10, family="monospace")
    _text(figure, size, 28, top + 54, example.equation, fontsize=10, color=GREY, linespacing=1.4)


def _style(axes: Axes, column: Column, remark: panels.Remark, *, last: bool) -> None:
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    for side in ("left", "bottom"):
        axes.spines[side].set_color(GREY)
    for line in axes.get_lines():
        line.set_solid_joinstyle("round")
    left, right, low, high = column.limits
    axes.set_xlim(left, right)
    axes.set_ylim(low, high)
    axes.grid(True, color=GRID, linewidth=0.6)
    axes.set_axisbelow(True)
    axes.xaxis.set_major_locator(FixedLocator(list(column.x_ticks)))
    axes.xaxis.set_minor_locator(NullLocator())
    axes.yaxis.set_major_locator(FixedLocator(list(column.y_ticks)))
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_formatter(lambda value, _: f"{value:g}".replace("-", "\N{MINUS SIGN}"))
    axes.tick_params(labelsize=9.5, colors=INK, length=3)
    if last:
        axes.set_xlabel(column.x_label, fontsize=10.5, color=INK, parse_math=False)
    else:
        axes.xaxis.set_major_formatter(NullFormatter())
    words, colour = remark
    axes.set_title(words, loc="right", fontsize=10, color=colour, pad=3, parse_math=False)
