"""The error of the perturbation method against its points."""

from __future__ import annotations

from collections.abc import Mapping

from matplotlib.figure import Figure

from armwright.report.canvas import BLUE, RED, Margins, entry, legend, style
from armwright.report.runs.page import page, title_of
from armwright.report.runs.recorded import Recorded
from armwright.signals import Run
from armwright.studies.rx90b.measures import distance
from armwright.studies.rx90b.source import EVERYWHERE, MOSTLY


def points_figure(full: Run, runs: Mapping[int, Run]) -> Figure:
    recorded = Recorded.of(full)
    caption = (
        "The tool's largest difference from the full model, and what the runs estimate it to be."
    )
    figure = page(recorded, title_of(recorded, "error against points"), caption, height=560)
    axes = figure.add_subplot(Margins(head=150).grid(figure, 1, 1)[0, 0])
    points = [run.data.attrs["points"] for run in runs.values()]
    actual = [1e6 * distance(full, run).max() for run in runs.values()]
    estimated = [1e6 * run.data.attrs["second_order_error"] for run in runs.values()]
    axes.plot(points, actual, "o-", color=BLUE, linewidth=2)
    axes.plot(points, estimated, "s--", color=RED, linewidth=1.5)
    style(axes, x="points at which the arm is linearised", y="µm")
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xticks(points, [str(count) for count in points])
    axes.minorticks_off()
    for limit, words in ((EVERYWHERE, "S3: everywhere below"), (MOSTLY, "S3: mostly below")):
        axes.axhline(1e6 * limit, color="0.6", linewidth=1, linestyle=":")
        axes.annotate(
            f"{words} {1e6 * limit:g} µm",
            (points[-1], 1e6 * limit),
            (0, 4),
            textcoords="offset points",
            ha="right",
            fontsize=11,
            color="0.35",
        )
    legend(figure, [entry("largest difference", BLUE), entry("estimate", RED, dashed=True)])
    return figure
