"""What accuracy costs, drawn."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

PICTURE = Path("docs/images/cost_against_error.png")
#: How a method is drawn, and where its name stands, in points from its first marker. Midpoint and
#: implicit cost the same and err the same: one is drawn around the other.
_LOOKS: dict[str, dict[str, Any]] = {
    "implicit": {"color": "tab:green", "marker": "o", "markersize": 13, "markerfacecolor": "none"},
    "midpoint": {"color": "tab:blue", "marker": "o", "markersize": 6},
    "rk4": {"color": "tab:orange", "marker": "s", "markersize": 6},
}
_NAMES = {"implicit": (12, -12), "midpoint": (12, 2), "rk4": (10, -4)}
_NUMBERS = {"midpoint": (-9, -13), "rk4": (8, 6)}


def draw(accuracy: Any, path: Path = PICTURE) -> None:
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8.2, 5), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.subplots()
    for method, look in _LOOKS.items():
        points, colour = accuracy.of(method), look["color"]
        places = [(1e6 * point.error, 1e3 * point.cost) for point in points]
        axes.loglog(*zip(*places, strict=True), linestyle="-", linewidth=1.5, **look)
        _write(axes, method, places[0], _NAMES[method], colour, ha="left", weight="bold")
        for point, place in zip(points, places, strict=True):
            if method in _NUMBERS:
                _write(axes, str(point.steps), place, _NUMBERS[method], colour)
    axes.axvspan(1.0, 10.0, color="0.92", zorder=0)
    axes.axvline(1.0, color="0.4", linestyle="--", linewidth=1)
    axes.annotate(
        "more than 1 µm", (1.0, 0.97), (5, 0), ("data", "axes fraction"), "offset points",
        va="top", color="0.3",
    )  # fmt: skip
    axes.set_xlim(0.5e6 * min(point.error for point in accuracy.points), 8.0)
    costs = [1e3 * point.cost for point in accuracy.points]
    axes.set_ylim(min(costs) / 2.2, max(costs) * 1.6)
    axes.set_xlabel("largest error of the tool, µm")
    axes.set_ylabel("ms of computing per simulated second, one run on one core")
    axes.grid(which="major", alpha=0.35)
    speed = axes.secondary_yaxis("right", functions=(_inverse, _inverse))
    speed.set_ylabel("times real time")
    for scale in (axes.yaxis, speed.yaxis, axes.xaxis):
        scale.set_major_formatter(lambda value, _: f"{value:g}")
    ticks = [1, 2, 5, 10, 20, 50]
    axes.set_yticks(ticks, minor=False)
    speed.set_yticks([1e3 / tick for tick in ticks], minor=False)
    axes.minorticks_off()
    speed.minorticks_off()
    axes.set_title("Closed loop of a six-axis arm; the numbers are steps per tick of 0.25 ms")
    figure.savefig(path, dpi=130)


def _inverse(value: Any) -> Any:
    """ms per simulated second ↔ times real time."""
    return 1e3 / np.maximum(value, 1e-9)


def _write(axes: Any, text: str, at: Any, offset: Any, colour: str, **style: str) -> None:
    style = {"ha": "center", **style}
    axes.annotate(text, at, offset, textcoords="offset points", color=colour, **style)
