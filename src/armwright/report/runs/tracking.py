"""How well the joints follow their references."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from armwright.arrays import Array
from armwright.report.canvas import BLUE, GREY, RED, Margins, entry, least_span, legend, style
from armwright.report.runs.lines import draw_signal, largest
from armwright.report.runs.page import number, page, title_of
from armwright.report.runs.recorded import Recorded
from armwright.report.words import plain
from armwright.signals.units import readable

_ROW = 155


def tracking_figure(recorded: Recorded) -> Figure | None:
    """One row per joint: position on the left, error on the right."""
    if not recorded.has("joint_position"):
        return None
    q = recorded.array("joint_position")
    followed = recorded.has("reference_joint_position")
    names, unit = recorded.channels("joint_position"), recorded.unit("joint_position")
    figure = page(
        recorded,
        title_of(recorded, "tracking of the joints" if followed else "motion of the joints"),
        "Left: where the joints are. Right: error, reference minus actual, with its own scale for "
        "each joint."
        if followed
        else "No reference was recorded.",
        height=220 + _ROW * len(names),
    )
    entries = [entry("actual", BLUE)]
    if followed:
        entries = [entry("reference", GREY, dashed=True), *entries, entry("error", RED)]
    legend(figure, entries)
    places = Margins(head=148, foot=86).grid(figure, len(names), 1 + followed, gaps=(95, 42))
    for k, name in enumerate(names):
        last = k == len(names) - 1
        axes = figure.add_subplot(places[k, 0])
        style(
            axes,
            title=plain(name),
            y=f"position, {unit}",
            x="time, s" if last else "",
            ticks=5,
            above=not last,
        )
        draw_signal(axes, recorded.time, q[..., k], BLUE)
        axes.margins(x=0.01)
        if not followed:
            least_span(axes, 2e-3)
            continue
        reference = recorded.array("reference_joint_position")[..., k]
        draw_signal(axes, recorded.time, reference, GREY, dashed=True, order=3)
        least_span(axes, 2e-3)
        right = figure.add_subplot(places[k, 1])
        _draw_error(right, recorded, reference - q[..., k], unit, last)
    figure.align_ylabels()
    return figure


def _draw_error(axes: Axes, recorded: Recorded, error: Array, unit: str, last: bool) -> None:
    factor, text = readable(largest(error), unit)
    style(axes, y=f"error, {text}", x="time, s" if last else "", ticks=5, above=not last)
    axes.axhline(0, color=GREY, linewidth=0.8)
    draw_signal(axes, recorded.time, factor * error, RED)
    axes.margins(x=0.01)
    sizes = np.array([largest(factor * each) for each in error])
    peak = (
        f"max {number(sizes[0])} {text}"
        if not recorded.many
        else f"max: median {number(float(np.median(sizes)))}, worst {number(sizes.max())} {text}"
    )
    axes.set_title(peak, loc="right", fontsize=11, color=GREY, parse_math=False)
