"""Which gains follow the line best."""

from __future__ import annotations

from matplotlib.figure import Figure

from armwright.report.canvas import grid, style
from armwright.report.runs.page import page, title_of
from armwright.report.runs.recorded import Recorded
from armwright.studies.rx90b.variants import GAINS, INTEGRALS, Variants


def tuning_figure(found: Variants) -> Figure:
    recorded = Recorded.of(found.tuned)
    caption = (
        f"Each field is a run of the perturbation method, {found.tuning.size} in all: the largest "
        "distance from where the tool should be, in µm. Framed: the best."
    )
    title = title_of(recorded, "tuning of the position loop")
    figure = page(recorded, title, caption, height=640, bands=False)
    axes = figure.add_subplot(grid(figure, 1, 1, head=120, left=120)[0, 0])
    values = 1e6 * found.tuning
    axes.imshow(values, cmap="viridis_r", aspect="auto", origin="lower")
    style(axes, x="integral gain, 1/s²", y="proportional gain, 1/s")
    axes.grid(False)
    axes.set_xticks(range(len(INTEGRALS)), [f"{gain:g}" for gain in INTEGRALS])
    axes.set_yticks(range(len(GAINS)), [f"{gain:g}" for gain in GAINS])
    middle = 0.5 * (values.min() + values.max())
    for row in range(len(GAINS)):
        for column in range(len(INTEGRALS)):
            colour = "black" if values[row, column] < middle else "white"
            words = f"{values[row, column]:.0f}"
            axes.text(column, row, words, ha="center", va="center", fontsize=10.5, color=colour)
    row, column = found.best
    corners = [column - 0.5, column + 0.5, column + 0.5, column - 0.5, column - 0.5]
    heights = [row - 0.5, row - 0.5, row + 0.5, row + 0.5, row - 0.5]
    axes.plot(corners, heights, color="black", linewidth=2.5)
    return figure
