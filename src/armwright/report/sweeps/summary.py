"""What a sweep found, in a few lines of text, and the statistics of its figures."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import xarray as xr

from armwright.report.sweeps.sweep import Sweep, quantity


@dataclass(frozen=True)
class FigureStatistics:
    """Over the runs; of a figure with several elements, of the largest in each run. 90 % of the
    runs lie from `low` to `high`."""

    figure: str
    unit: str
    low: float
    median: float
    high: float
    largest: float
    worst_run: int


def figure_statistics(sweep: Sweep) -> list[FigureStatistics]:
    """Of the figures that any run has."""
    found = []
    for figure in sweep.figures:
        values = figure.largest[np.isfinite(figure.largest)]
        if not values.size:
            continue
        low, median, high = (float(one) for one in np.quantile(values, (0.05, 0.5, 0.95)))
        worst = int(sweep.runs[int(np.nanargmax(figure.largest))])
        largest = float(values.max())
        found.append(FigureStatistics(figure.title, figure.unit, low, median, high, largest, worst))
    return found


def sweep_summary(data: xr.Dataset) -> str:
    """A line for each figure: its median, where 90 % of the runs lie, and the largest."""
    sweep = Sweep.of(data)
    count, lost = sweep.runs.size, int(sweep.diverged.sum())
    diverged = f", {lost} diverged" if lost else ""
    lines = [f"{count} runs of '{sweep.known.get('scenario', '')}'{diverged}"]
    for one in figure_statistics(sweep):
        unit = one.unit
        lines.append(
            f"{one.figure}: median {quantity(one.median, unit)}, 90 % of the runs from "
            f"{quantity(one.low, unit)} to {quantity(one.high, unit)}, largest "
            f"{quantity(one.largest, unit)} in run {one.worst_run}"
        )
    return "\n".join(lines)
