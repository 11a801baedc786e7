"""A signal over time: a line for one run; median and 5 to 95 % for many."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from matplotlib.axes import Axes

from armwright.arrays import Array
from armwright.report.canvas import DASHES, RED

#: More points than that across a panel cannot be seen.
POINTS = 2000
_BAND = 0.22
#: A limit is drawn if it is not farther from what is shown than this part of it.
_NEAR = 0.6
#: Differences that are smaller, as a part of what they are differences of, come from rounding.
_ROUNDING = 1e-13


def draw_signal(
    axes: Axes,
    x: Array,
    values: Array,
    colour: str,
    *,
    width: float = 1.6,
    dashed: bool = False,
    order: float = 2.5,
) -> None:
    """`values` (runs, records)."""
    look: dict[str, Any] = {"color": colour, "linewidth": width, "zorder": order}
    if dashed:
        look["linestyle"] = DASHES
    if len(values) == 1:
        axes.plot(*envelope(x, values[0]), **look)
        return
    step = -(-x.size // POINTS)
    low, median, high = np.quantile(values[:, ::step], [0.05, 0.5, 0.95], axis=0)
    axes.fill_between(
        x[::step], low, high, color=colour, alpha=_BAND, linewidth=0, zorder=order - 0.5
    )
    axes.plot(x[::step], median, **look)


def draw_limits(axes: Axes, limits: tuple[float, float]) -> bool:
    """Lines where a limit is in view or not far from it; whether there is one."""
    low, high = axes.get_ylim()
    reach = _NEAR * (high - low)
    near = [one for one in limits if low - reach <= one <= high + reach]
    for one in near:
        axes.axhline(one, color=RED, linewidth=1.1, linestyle=DASHES, zorder=2.2)
    return bool(near)


def limits_words(limits: tuple[float, float], unit: str) -> str:
    """`limits −1.3 to 1.5 rad`, `limit ±25 N m`; empty without any."""
    low, high = limits
    if not (math.isfinite(low) or math.isfinite(high)):
        return ""
    if low == -high:
        return f"limit ±{high:.4g} {unit}"
    ends = (f"{one:.4g}".replace("-", "\N{MINUS SIGN}") for one in limits)
    return f"limits {' to '.join(ends)} {unit}".replace("inf", "∞")


def envelope(x: Array, values: Array) -> tuple[Array, Array]:
    """Fewer points with the same peaks: the least and the largest of every few."""
    step = -(-2 * x.size // POINTS)
    count = x.size // step if step > 2 else 0
    if not count:
        return x, values
    parts = values[: count * step].reshape(count, step)
    # A part without any number stays without.
    low = np.where(np.isnan(parts), np.inf, parts).argmin(axis=1)
    high = np.where(np.isnan(parts), -np.inf, parts).argmax(axis=1)
    inside = np.sort(np.stack([low, high], axis=-1), axis=-1)
    kept = (np.arange(count)[:, None] * step + inside).ravel()
    kept = np.append(kept, np.arange(count * step, x.size))
    return x[kept], values[kept]


def without_rounding(difference: Array, *of: Array) -> Array:
    """The difference of signals, or zero where it is nothing but their rounding."""
    if largest(difference) <= _ROUNDING * max(map(largest, of)):
        return np.where(np.isfinite(difference), 0.0, difference)
    return difference


def largest(values: Array) -> float:
    """In size, of what is a number; 0 without any."""
    sizes = np.abs(values[np.isfinite(values)])
    return float(sizes.max()) if sizes.size else 0.0
