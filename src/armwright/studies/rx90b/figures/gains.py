"""Maps over two gains: how far the tool is off. Colours are logarithmic and end where the loop is
all but lost, so that one bad field does not wash out all others."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from numpy.typing import NDArray

from armwright.report.canvas import RED, Margins, style
from armwright.report.heat import frame_field, heat_map
from armwright.report.runs.page import page, title_of
from armwright.report.runs.recorded import Recorded
from armwright.studies.rx90b.elastic import FACTORS, SEEDS, Welding
from armwright.studies.rx90b.elastic import GAINS as WELDING_GAINS
from armwright.studies.rx90b.measures import lowest_field
from armwright.studies.rx90b.runs import GAINS, INTEGRALS, Variants
from armwright.studies.rx90b.source import NEEDED

#: Colours end here, µm: what is off by more has the last one.
_LOST = 500.0
_SCALE = f"Colours are logarithmic and end at {_LOST:.0f} µm."


def tuning_figure(found: Variants) -> Figure:
    recorded = Recorded.of(found.tuned)
    caption = (
        "Each field is a run of the perturbation method: the largest distance from where the tool "
        f"should be, µm. Framed: the best.\n{_SCALE}"
    )
    title = title_of(recorded, "tuning of the position loop")
    figure = page(recorded, title, caption, height=660, bands=False)
    axes = figure.add_subplot(Margins(left=120, head=130).grid(figure, 1, 1)[0, 0])
    style(axes, x="integral gain, 1/s²", y="proportional gain, 1/s")
    heat_map(axes, 1e6 * found.tuning, logarithmic_to=_LOST)
    frame_field(axes, *found.best)
    _name_fields(axes, GAINS, INTEGRALS)
    return figure


def welding_figure(found: Welding) -> Figure:
    """Both maps; where a laser could weld is outlined."""
    recorded = Recorded.of(found.best)
    caption = (
        "Each field: the largest distance from the seam on the whole line, µm, the worst of "
        f"{len(SEEDS)} seeds. Red line: within {1e6 * NEEDED:.0f} µm. Framed: the best.\n{_SCALE}"
    )
    title = title_of(recorded, "gains for welding")
    figure = page(recorded, title, caption, height=720, bands=False)
    places = Margins(left=90, right=20, head=165, foot=110).grid(figure, 1, 2, gaps=(85, 0))
    maps = {"Limited jerk": found.smooth, "Trapezoidal speed": found.trapezoid}
    for column, (name, values) in enumerate(maps.items()):
        axes = figure.add_subplot(places[0, column])
        across, up = "velocity gains, times the scenario's", "proportional gain, 1/s"
        style(axes, title=name, x=across, y="" if column else up)
        heat_map(axes, 1e6 * values, logarithmic_to=_LOST)
        _outline(axes, values <= NEEDED)
        frame_field(axes, *lowest_field(values))
        _name_fields(axes, WELDING_GAINS, FACTORS)
    return figure


def _outline(axes: Axes, within: NDArray[np.bool_]) -> None:
    """Between fields that are within and fields that are not."""
    padded = np.pad(within, 1)
    for row, column in np.argwhere(padded[1:-1, 1:] != padded[1:-1, :-1]):
        axes.plot([column - 0.5] * 2, [row - 0.5, row + 0.5], color=RED, linewidth=3)
    for row, column in np.argwhere(padded[1:, 1:-1] != padded[:-1, 1:-1]):
        axes.plot([column - 0.5, column + 0.5], [row - 0.5] * 2, color=RED, linewidth=3)


def _name_fields(axes: Axes, rows: Sequence[float], columns: Sequence[float]) -> None:
    axes.set_xticks(range(len(columns)), [f"{value:g}" for value in columns])
    axes.set_yticks(range(len(rows)), [f"{value:g}" for value in rows])
