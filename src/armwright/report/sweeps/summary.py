"""What a sweep found, in a few lines of text."""

from __future__ import annotations

import numpy as np
import xarray as xr

from armwright.report.sweeps.sweep import Sweep, quantity


def sweep_summary(data: xr.Dataset) -> str:
    """A line for each figure: its median, where 90 % of the runs lie, and the largest."""
    sweep = Sweep.of(data)
    count, lost = sweep.runs.size, int(sweep.diverged.sum())
    diverged = f", {lost} diverged" if lost else ""
    lines = [f"{count} runs of '{sweep.known.get('scenario', '')}'{diverged}"]
    for figure in sweep.figures:
        values = figure.largest[np.isfinite(figure.largest)]
        if not values.size:
            continue
        low, middle, high = (float(one) for one in np.quantile(values, (0.05, 0.5, 0.95)))
        worst = int(sweep.runs[int(np.nanargmax(figure.largest))])
        unit = figure.unit
        lines.append(
            f"{figure.title}: median {quantity(middle, unit)}, 90 % of the runs from "
            f"{quantity(low, unit)} to {quantity(high, unit)}, largest "
            f"{quantity(float(values.max()), unit)} in run {worst}"
        )
    return "\n".join(lines)
