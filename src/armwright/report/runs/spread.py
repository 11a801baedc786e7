"""How much many runs differ."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from armwright.report.canvas import BLUE, DASHES, GREY, INK, RED, Margins, entry, legend, style
from armwright.report.runs.lines import largest
from armwright.report.runs.page import number, page, title_of
from armwright.report.runs.recorded import Recorded
from armwright.report.words import plain, short
from armwright.signals.summary import Group
from armwright.signals.units import readable


def spread_figure(recorded: Recorded) -> Figure | None:
    """A histogram of the tool's largest error, and the largest errors of the joints."""
    groups = recorded.summary.groups
    tool, joints = groups.get("tool_error"), groups.get("joint_error")
    if not recorded.many or recorded.runs.size < 2 or (tool is None and joints is None):
        return None
    figure = page(
        recorded,
        title_of(recorded, f"spread of {recorded.runs.size} runs"),
        "The largest error of each run.",
        height=700,
        bands=False,
    )
    legend(
        figure,
        [entry("median", INK), entry("5 and 95 %", GREY, dashed=True), entry("worst run", RED)],
    )
    parts = [(draw, group) for draw, group in ((_draw_tool, tool), (_draw_joints, joints)) if group]
    places = Margins(left=80, head=165, foot=90).grid(figure, 1, len(parts), gaps=(130, 0))
    for column, (draw, group) in enumerate(parts):
        draw(figure.add_subplot(places[0, column]), recorded, group)
    return figure


def _draw_tool(axes: Axes, recorded: Recorded, group: Group) -> None:
    errors = group["max"][:, 0]
    factor, unit = readable(largest(errors), group.unit)
    count = int(np.clip(np.sqrt(errors.size) * 1.5, 5, 40))
    axes.hist(factor * errors, bins=count, color=BLUE, alpha=0.75, edgecolor="white", linewidth=0.8)
    style(axes, title="Error at the tool", x=f"largest error at the tool, {unit}", y="runs")
    axes.yaxis.set_major_locator(MaxNLocator(6, integer=True))
    found = recorded.summary.statistics(group.name, "max", 0)
    if found is None:
        return
    axes.axvline(factor * found.median, color=INK, linewidth=2)
    for value in (found.low, found.high):
        axes.axvline(factor * value, color=GREY, linewidth=1.6, linestyle=DASHES)
    axes.axvline(factor * found.worst, color=RED, linewidth=2)
    median, worst = number(factor * found.median), number(factor * found.worst)
    note = f"median {median}, worst {worst} {unit} (run {found.worst_run})"
    axes.set_title(note, loc="right", fontsize=11, color=GREY, parse_math=False)


def _draw_joints(axes: Axes, recorded: Recorded, group: Group) -> None:
    errors = group["max"]
    factor, unit = readable(largest(errors), group.unit)
    rows = np.arange(len(group.channels))
    style(axes, title="Errors of the joints", x=f"largest error, {unit}")
    for row in rows:
        found = recorded.summary.statistics(group.name, "max", int(row))
        if found is None:
            continue
        low, high = factor * found.low, factor * found.high
        axes.barh(row, high - low, left=low, height=0.45, color=BLUE, alpha=0.35)
        for value in (low, high):
            axes.plot([value, value], [row - 0.3, row + 0.3], color=GREY, linewidth=1.8)
        axes.plot([factor * found.median] * 2, [row - 0.3, row + 0.3], color=INK, linewidth=2.4)
        axes.plot(factor * found.worst, row, marker="o", color=RED, markersize=7)
        axes.annotate(
            f"run {found.worst_run}",
            (factor * found.worst, row),
            xytext=(8, 0),
            textcoords="offset points",
            va="center",
            fontsize=10,
            color=GREY,
        )
    axes.set_xlim(0, axes.get_xlim()[1] * 1.12)
    axes.set_yticks(rows, [short(plain(name), 14) for name in group.channels], parse_math=False)
    axes.invert_yaxis()
