"""How well the joints follow their references; any signal beside another."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from armwright.arrays import Array
from armwright.report.canvas import (
    BLUE,
    GREY,
    RED,
    Margins,
    entry,
    least_span,
    legend,
    stack,
    style,
)
from armwright.report.runs.lines import (
    draw_limits,
    draw_signal,
    largest,
    limits_words,
    without_rounding,
)
from armwright.report.runs.page import number, page, title_of
from armwright.report.runs.recorded import Recorded
from armwright.report.words import plain
from armwright.signals.units import readable

_ROW = 155


@dataclass(frozen=True)
class Beside:
    """Another signal to draw beside one, and what is said of them: `labels` of the one, of the
    other, and of the difference, other minus one."""

    other: str
    labels: tuple[str, str, str]


def tracking_figure(recorded: Recorded) -> Figure | None:
    """One row per joint: position on the left, error on the right."""
    if not recorded.has("joint_position"):
        return None
    reference = "reference_joint_position"
    if not recorded.has(reference):
        return signal_figure(
            recorded, "motion of the joints", "No reference was recorded.", "joint_position"
        )
    return signal_figure(
        recorded,
        "tracking of the joints",
        "Left: where the joints are. Right: error, reference minus actual, with its own scale for "
        "each joint.",
        "joint_position",
        Beside(reference, ("actual", "reference", "error")),
        quantity="position",
    )


def signal_figure(
    recorded: Recorded,
    title: str,
    caption: str,
    signal: str,
    beside: Beside | None = None,
    quantity: str = "position",
) -> Figure:
    """One row per channel: the signal on the left, with another if there is one to draw beside it,
    and then their difference on the right."""
    values, unit = recorded.array(signal), recorded.unit(signal)
    names = recorded.channels(signal)
    figure = page(recorded, title_of(recorded, title), caption, height=220 + _ROW * len(names))
    entries = [entry(beside.labels[0] if beside else "actual", BLUE)]
    if beside:
        _, grey, red = beside.labels
        entries = [entry(grey, GREY, dashed=True), *entries, entry(red, RED)]
    columns, limited = 2 if beside else 1, False
    places = Margins(head=148, foot=86).grid(figure, len(names), columns, gaps=(95, 42))
    for k, name in enumerate(names):
        last = k == len(names) - 1
        axes = figure.add_subplot(places[k, 0])
        style(
            axes,
            title=plain(name),
            y=f"{quantity}, {unit}",
            x="time, s" if last else "",
            ticks=5,
        )
        draw_signal(axes, recorded.time, values[..., k], BLUE)
        axes.margins(x=0.01)
        limits = recorded.limits(signal, name)
        words = limits_words(limits, unit)
        axes.set_title(words, loc="right", fontsize=11, color=GREY, parse_math=False)
        if not beside:
            least_span(axes, 2e-3)
            limited |= draw_limits(axes, limits)
            continue
        other = recorded.array(beside.other)[..., k]
        draw_signal(axes, recorded.time, other, GREY, dashed=True, order=3)
        least_span(axes, 2e-3)
        limited |= draw_limits(axes, limits)
        right = figure.add_subplot(places[k, 1])
        y = beside.labels[2]
        difference = without_rounding(other - values[..., k], other, values[..., k])
        _draw_difference(right, recorded, difference, unit, y, last)
    if limited:
        entries.append(entry("limit", RED, dashed=True))
    legend(figure, entries)
    stack(figure.axes)
    return figure


def _draw_difference(
    axes: Axes, recorded: Recorded, difference: Array, unit: str, label: str, last: bool
) -> None:
    factor, text = readable(largest(difference), unit)
    style(axes, y=f"{label}, {text}", x="time, s" if last else "", ticks=5)
    axes.axhline(0, color=GREY, linewidth=0.8)
    draw_signal(axes, recorded.time, factor * difference, RED)
    axes.margins(x=0.01)
    sizes = np.array([largest(factor * each) for each in difference])
    peak = (
        f"max {number(sizes[0])} {text}"
        if not recorded.many
        else f"max: median {number(float(np.median(sizes)))}, worst {number(sizes.max())} {text}"
    )
    axes.set_title(peak, loc="right", fontsize=11, color=GREY, parse_math=False)
