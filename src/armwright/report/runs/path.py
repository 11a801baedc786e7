"""What the tool does wrong: its path with the deviation magnified, over time, and by place."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.figure import Figure
from matplotlib.patheffects import withStroke

from armwright.arrays import Array
from armwright.measures import reversal_times
from armwright.report.canvas import (
    BLUE,
    GREEN,
    GREY,
    GRID,
    INK,
    RED,
    WHITE,
    WIDTH,
    Margins,
    entry,
    legend,
    style,
)
from armwright.report.runs.deviation import Deviation, distance_along, words
from armwright.report.runs.lines import POINTS, draw_signal, largest
from armwright.report.runs.page import number, page, title_of
from armwright.report.runs.recorded import Recorded
from armwright.report.words import short
from armwright.signals.units import readable

#: Runs that are drawn of many.
SHOWN = 40
PARTS = BLUE, RED, GREEN
_HEAT = LinearSegmentedColormap.from_list("heat", [BLUE, "#2fb3c0", "#f2b134", RED])


def path_figure(recorded: Recorded) -> Figure | None:
    path = Deviation.of(recorded)
    if path is None:
        return None
    factor, unit = readable(largest(path.size), "m")
    title = title_of(recorded, "path of the tool")
    figure = page(recorded, title, _caption(recorded, path, factor, unit), height=980)
    entries = [entry("whole deviation", INK)]
    entries += [entry(name, colour) for name, colour in zip(path.parts, PARTS, strict=True)]
    by_place = path.same_path and not path.plane.still
    times = path.magnification()
    wide, high = _extent(path, times)
    if high < 0.45 * wide:
        top = Margins(right=115, head=130, foot=600).grid(figure, 1, 1)
        bottom = Margins(head=506).grid(figure, 1, 2, gaps=(100, 0))
        panels = top[0, 0], bottom[0, 0] if by_place else bottom[0, :], bottom[0, 1]
        legend(figure, entries, below=434)
    else:
        places = Margins(head=170).grid(figure, 2, 2, gaps=(175, 110), widths=[1.3, 1])
        panels = places[:, 0], places[0, 1] if by_place else places[:, 1], places[1, 1]
        legend(figure, entries)
    _draw_path(figure.add_subplot(panels[0]), recorded, path, times)
    _draw_over_time(figure.add_subplot(panels[1]), recorded, path)
    if by_place:
        _draw_along(figure.add_subplot(panels[2]), path)
    return figure


def _caption(recorded: Recorded, path: Deviation, factor: float, unit: str) -> str:
    size = factor * path.size
    if not largest(size):
        return "The tool keeps to its reference, to rounding."
    if recorded.many:
        peaks = np.nanmax(size, axis=1)
        median, worst = number(float(np.median(peaks))), number(peaks.max())
        return (
            f"Largest deviation from the reference: median {median} {unit}, "
            f"worst {worst} {unit} in run {recorded.runs[path.worst]}."
        )
    when = recorded.time[int(np.nanargmax(size[0]))]
    text = f"Largest deviation from the reference {number(np.nanmax(size))} {unit} at {when:.3g} s"
    if path.plane.straight:
        _, beside, out = path.parts.values()
        most = factor * largest(np.hypot(beside, out))
        text += f"; across the straight path at most {number(most)} {unit}"
    return f"{text}; at the end {number(size[0, -1])} {unit}."


def _extent(path: Deviation, times: float) -> Array:
    points = path.magnified(times).reshape(-1, 2)
    every = np.concatenate([points, path.plane.flat(path.reference).reshape(-1, 2)])
    extent: Array = np.nanmax(every, axis=0) - np.nanmin(every, axis=0)
    return extent


def _draw_path(axes: Axes, recorded: Recorded, path: Deviation, times: float) -> None:
    """The wanted path, and beside it what the tool does, both in the same scale."""
    wide, high = _extent(path, times)
    factor, unit = readable(max(wide, high), "m")
    reference = factor * path.plane.flat(path.reference)
    actual = factor * path.magnified(times)
    for line in reference[:1] if path.same_path else reference[:SHOWN]:
        if path.plane.straight:
            line = line[[line[:, 0].argmin(), line[:, 0].argmax()]]
        axes.plot(*line.T, color=GREY, linewidth=1.4, linestyle=(0, (5, 3)), zorder=2)
    if recorded.many:
        _draw_many(axes, recorded, actual, path.worst)
    else:
        _draw_threads(axes, reference[0], actual[0])
        _draw_heat(axes, actual[0], path.size[0])
    for k, word in ((0, "start"), (-1, "end")):
        if k and np.linalg.norm(reference[0, 0] - reference[0, -1]) < 0.02 * factor * wide:
            break
        _mark(axes, reference[0, k], word)
    title = "Tool path" if times == 1 else f"Tool path, deviation drawn {times:.0f} × larger"
    names = path.plane.names
    style(axes, title=title, x=f"{names[0]}, {unit}", y=f"{names[1]}, {unit}")
    if path.plane.straight and not recorded.many:
        note = f"up in the drawing: {words(path.plane.up)} of the base frame"
        axes.set_title(note, loc="right", fontsize=10.5, color=GREY)
    axes.set_aspect("equal", adjustable="datalim")
    axes.margins(0.08)
    axes.autoscale_view()


def _draw_heat(axes: Axes, line: Array, size: Array) -> None:
    """The colour tells the size of the deviation."""
    factor, unit = readable(largest(size), "m")
    step = -(-len(line) // POINTS)
    line, size = line[::step], factor * size[::step]
    segments = np.stack([line[:-1], line[1:]], axis=1)
    drawn = LineCollection(
        list(segments), array=size[1:], cmap=_HEAT, linewidths=2.6, capstyle="round", zorder=3
    )
    drawn.set_clim(0, float(np.nanmax(size)) or 1.0)
    axes.add_collection(drawn)
    place = axes.get_position()
    width = 16 / WIDTH
    beside = axes.figure.add_axes((place.x1 + width, place.y0, width, place.height))
    bar = axes.figure.colorbar(drawn, cax=beside)
    bar.set_label(f"deviation, {unit}", fontsize=11.5, color=INK)
    bar.outline.set_visible(False)
    bar.ax.tick_params(labelsize=11, colors=INK, length=3)


def _draw_threads(axes: Axes, reference: Array, actual: Array) -> None:
    """From where the tool should be to where it is drawn, equally far apart along the path."""
    along = distance_along(np.nan_to_num(actual)) + distance_along(reference)
    kept = np.unique(np.searchsorted(along, np.linspace(0, along[-1], 90)).clip(0, len(along) - 1))
    lines = np.stack([reference[kept], actual[kept]], axis=1)
    axes.add_collection(LineCollection(list(lines), colors=GRID, linewidths=0.9, zorder=1.5))


def _draw_many(axes: Axes, recorded: Recorded, actual: Array, worst: int) -> None:
    some = np.unique(np.linspace(0, len(actual) - 1, min(SHOWN, len(actual))).astype(int))
    for k in some:
        axes.plot(*actual[k].T, color=BLUE, linewidth=0.8, alpha=0.3, zorder=2.5)
    axes.plot(*actual[worst].T, color=RED, linewidth=1.8, zorder=3)
    handles = [
        entry(f"{some.size} of {len(actual)} runs", BLUE),
        entry(f"worst: run {recorded.runs[worst]}", RED),
        entry("reference", GREY, dashed=True),
    ]
    axes.legend(
        handles=handles,
        fontsize=11,
        frameon=False,
        loc="lower right",
        ncols=3,
        bbox_to_anchor=(1, 1),
        borderaxespad=0.1,
    )


def _mark(axes: Axes, point: Array, word: str) -> None:
    axes.plot(*point, marker="o", markersize=7, color=INK, zorder=4)
    axes.annotate(
        word,
        (point[0], point[1]),
        xytext=(8, 8),
        textcoords="offset points",
        fontsize=11,
        color=INK,
        zorder=5,
        path_effects=[withStroke(linewidth=3, foreground=WHITE)],
    )


def _draw_over_time(axes: Axes, recorded: Recorded, path: Deviation) -> None:
    factor, unit = readable(largest(path.size), "m")
    axes.axhline(0, color=GREY, linewidth=0.8)
    for values, colour in zip(path.parts.values(), PARTS, strict=True):
        draw_signal(axes, recorded.time, factor * values, colour, width=1.3)
    draw_signal(axes, recorded.time, factor * path.size, INK, width=1.8, order=3)
    style(axes, title="Deviation over time", x="time, s", y=f"actual − reference, {unit}")
    axes.margins(x=0.01)
    if recorded.has("reference_joint_position"):
        _mark_reversals(axes, recorded)


def _mark_reversals(axes: Axes, recorded: Recorded) -> None:
    """Friction changes its sign there; often the tool shows it."""
    positions = recorded.array("reference_joint_position")[0]
    events = reversals(recorded.time, positions, recorded.channels("reference_joint_position"))
    if not events or len(events) > 10:
        return
    low, high = axes.get_ylim()
    axes.set_ylim(low, high + 0.3 * (high - low))
    for when, who in events:
        axes.axvline(when, color=GREY, linewidth=1, linestyle=(0, (1, 2)), zorder=1.8)
        axes.annotate(
            short(who, 16),
            (when, 0.99),
            xycoords=("data", "axes fraction"),
            xytext=(-3, 0),
            textcoords="offset points",
            rotation=90,
            ha="right",
            va="top",
            fontsize=9.5,
            color=GREY,
            parse_math=False,
        )
    axes.set_title("dotted: joints turn around", loc="right", fontsize=10.5, color=GREY)


def _draw_along(axes: Axes, path: Deviation) -> None:
    """Across the path, against where on the path; a straight path there and back shows a loop."""
    factor, unit = readable(largest(path.size), "m")
    if path.plane.straight:
        where = path.plane.flat(path.reference[0])[:, 0]
    else:
        where = distance_along(path.reference[0])
    scale, length = readable(largest(where), "m")
    axes.axhline(0, color=GREY, linewidth=0.8)
    for values, colour in list(zip(path.parts.values(), PARTS, strict=True))[1:]:
        _draw_there_and_back(axes, scale * where, factor * values, colour)
    style(
        axes,
        title="Across the path, by place",
        x=f"{'position on' if path.plane.straight else 'distance along'} the path, {length}",
        y=f"actual − reference, {unit}",
    )
    axes.margins(x=0.02)
    if path.plane.straight and (np.diff(where) < 0).any():
        axes.set_title("dashed: on the way back", loc="right", fontsize=10.5, color=GREY)


def _draw_there_and_back(axes: Axes, where: Array, values: Array, colour: str) -> None:
    """Forward as a line, and backward as a dashed one."""
    moving = np.sign(np.gradient(where)) if where.size > 1 else np.ones(1)
    for direction, dashed in ((1, False), (-1, True)):
        kept = moving == direction
        if kept.any():
            draw_signal(axes, where, np.where(kept, values, np.nan), colour, dashed=dashed)


def reversals(time: Array, position: Array, names: Sequence[str]) -> list[tuple[float, str]]:
    """Times at which the velocity of a joint changes its sign, and which joints do so then.

    `position` (records, joints). Those within 4 % of the duration are told together.
    """
    if time.size < 3 or not np.isfinite(position).all():
        return []
    turns = reversal_times(time, np.gradient(position, time, axis=0))
    events = sorted((float(when), k) for k, times in enumerate(turns) for when in times)
    together: list[tuple[float, set[int]]] = []
    for when, k in events:
        if together and when - together[-1][0] < 0.04 * (time[-1] - time[0]):
            together[-1][1].add(k)
        else:
            together.append((when, {k}))
    return [(when, _words(sorted(joints), names)) for when, joints in together]


def _words(joints: list[int], names: Sequence[str]) -> str:
    if len(joints) == len(names) > 1:
        return "all joints"
    if len(joints) <= 2:
        return ", ".join(names[k] for k in joints)
    return f"{len(joints)} joints"
