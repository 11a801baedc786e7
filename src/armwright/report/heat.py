"""Fields of numbers as colours, in which one field that is far out does not take the colours of all
others."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import LogNorm, Normalize

from armwright.arrays import Array

_COLOURS = "viridis_r"
#: Tukey's fence: so many interquartile ranges beyond the quartiles a number is far out.
_FENCE = 1.5


def colour_limits(values: Array) -> tuple[float, float]:
    """Between which numbers colours change: all that are not far out. What is not finite has no
    say."""
    known = values[np.isfinite(values)]
    if not known.size:
        return 0.0, 1.0
    low, high = np.percentile(known, (25, 75))
    reach = _FENCE * (high - low)
    inside = known[(low - reach <= known) & (known <= high + reach)]
    return float(inside.min()), float(inside.max())


def heat_map(
    axes: Axes, values: Array, decimals: int = 0, *, logarithmic_to: float | None = None
) -> None:
    """A field for each number, row 0 at the bottom, with the number in it: also where colours end,
    one can read how far out it is. `logarithmic_to`: colours are those of the logarithms of numbers
    > 0, up to this one; others have none."""
    norm: Normalize
    if logarithmic_to is None:
        norm = Normalize(*colour_limits(values))
    else:
        known = values[np.isfinite(values) & (values > 0)]
        least = float(known.min(initial=logarithmic_to))
        norm = LogNorm(least, logarithmic_to, clip=True)
    axes.imshow(values, cmap=_COLOURS, norm=norm, aspect="auto", origin="lower")
    axes.grid(False)
    for (row, column), value in np.ndenumerate(values):
        colour = "white" if norm(value) > 0.5 else "black"
        words = f"{value:.{decimals}f}" if np.isfinite(value) else "–"
        axes.text(column, row, words, ha="center", va="center", fontsize=10.5, color=colour)


def frame_field(axes: Axes, row: int, column: int) -> None:
    x, y = column + np.array([-1, 1, 1, -1, -1]) / 2, row + np.array([-1, -1, 1, 1, -1]) / 2
    axes.plot(x, y, color="black", linewidth=2.5)
