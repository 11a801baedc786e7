"""What the pictures of a sweep share: panels placed by pixels, and values without far outliers."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from armwright.arrays import Array
from armwright.report.canvas import DPI
from armwright.report.words import plain

#: Values beyond so many times the span of the middle 98 % are counted, not drawn.
_FAR = 0.5
_LONGEST_NAME = 40


def panel(figure: Figure, left: float, top: float, width: float, height: float) -> Axes:
    """Axes at so many pixels from the left and the top."""
    across, down = figure.get_size_inches() * DPI
    return figure.add_axes(
        (left / across, 1 - (top + height) / down, width / across, height / down)
    )


def named(name: str) -> str:
    """Of a long path the end says more."""
    text = plain(name)
    return text if len(text) <= _LONGEST_NAME else "…" + text[1 - _LONGEST_NAME :]


def near(values: Array) -> tuple[float, float]:
    """The range in which values are drawn."""
    low, first, last, high = np.percentile(values, (0, 1, 99, 100))
    reach = _FAR * (last - first)
    return float(max(low, first - reach)), float(min(high, last + reach))


def grid_size(count: int) -> tuple[int, int]:
    """Rows and columns for so many panels: up to four in a row, three if that fills it better."""
    columns = min(count, 3 if count in (5, 6, 9) else 4)
    return -(-count // columns), columns
