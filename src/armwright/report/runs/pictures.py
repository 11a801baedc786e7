"""Which pictures a run gives, and their files."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from matplotlib.figure import Figure

from armwright.files import write_together
from armwright.report.canvas import png
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


def plot_run(run: Run, directory: str | os.PathLike[str]) -> list[Path]:
    """Draw what was recorded into .png files in `directory`, and return their paths.

    All or none is written; nothing, if nothing was recorded that can be drawn. Files of other runs
    there are not removed.
    """
    return write_together(directory, draw_run(run))


def draw_run(run: Run) -> dict[str, bytes]:
    """The .png files by their names."""
    recorded = Recorded.of(run)
    drawn = {f"{name}.png": make(recorded) for name, make in FIGURES.items()}
    return {name: png(figure) for name, figure in drawn.items() if figure is not None}
