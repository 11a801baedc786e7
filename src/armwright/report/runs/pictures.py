"""Which pictures a run gives."""

from __future__ import annotations

from collections.abc import Callable

from matplotlib.figure import Figure

from armwright.report.canvas import Figures
from armwright.report.runs.energy import energy_figure
from armwright.report.runs.path import path_figure
from armwright.report.runs.recorded import Recorded
from armwright.report.runs.spread import spread_figure
from armwright.report.runs.torques import torques_figure
from armwright.report.runs.tracking import tracking_figure
from armwright.signals import Run

#: Each gives None for a run that did not record what it shows.
FIGURES: dict[str, Callable[[Recorded], Figure | None]] = {
    "path": path_figure,
    "tracking": tracking_figure,
    "torques": torques_figure,
    "energy": energy_figure,
    "spread": spread_figure,
}


def draw_run(run: Run) -> Figures:
    """Of what was recorded; none, if nothing was that can be drawn."""
    recorded = Recorded.of(run)
    drawn = {name: make(recorded) for name, make in FIGURES.items()}
    return Figures({name: figure for name, figure in drawn.items() if figure is not None})
