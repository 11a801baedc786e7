"""Growth, drawn."""

from __future__ import annotations

from pathlib import Path
from typing import Any

PICTURE = Path("docs/images/simulation_scaling.png")
_BLUE, _ORANGE, _GREEN = "tab:blue", "tab:orange", "tab:green"
#: Where a line's label stands: which way from its middle, in points, and how it is aligned.
_ABOVE = {"xytext": (-8, 7), "ha": "right", "va": "bottom"}
_BELOW = {"xytext": (9, -7), "ha": "left", "va": "top"}


def draw(growth: Any, path: Path = PICTURE) -> None:
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(12, 4.2), layout="constrained")
    FigureCanvasAgg(figure)
    duration, joints, runs = figure.subplots(1, 3)
    _line(duration, growth.duration, 1e3, f"one run: t^{growth.duration.exponent:.2f}", _BLUE)
    _axes(duration, "simulated, s", "ms of computing", growth.duration.x)
    scalar, lanes = growth.joints_scalar, growth.joints_lanes
    _line(joints, scalar, 1e6, f"one run: n^{scalar.exponent:.2f}", _BLUE, _ABOVE)
    _line(joints, lanes, 1e6, f"in lanes, per run:\nn^{lanes.exponent:.2f}", _ORANGE)
    _axes(joints, "joints", "µs of computing per tick of 0.25 ms", (2, 3, 4, 6, 10, 20))
    first, running = growth.runs_preparing, growth.runs_running
    label = f"before the first tick:\n{1e3 * first.each:.0f} ms each"
    _line(runs, first, 1.0, label, _GREEN, _ABOVE)
    label = f"simulating:\n{1e3 * running.each:.0f} ms each"
    _line(runs, running, 1.0, label, _BLUE)
    _axes(runs, "runs of 10 s in a sweep", "s, one thread", running.x)
    runs.set_ylim(top=2.5 * max(first.y[-1], running.y[-1]))
    figure.suptitle("Closed loop, flexible joints with friction: how its cost grows")
    figure.savefig(path, dpi=130)


def _line(
    axes: Any, line: Any, scale: float, label: str, colour: str, side: dict[str, Any] = _BELOW
) -> None:
    heights = [scale * value for value in line.y]
    axes.loglog(line.x, heights, "-o", color=colour)
    middle = len(heights) // 2
    axes.annotate(
        label, (line.x[middle], heights[middle]), textcoords="offset points", color=colour, **side
    )


def _axes(axes: Any, across: str, up: str, ticks: Any) -> None:
    axes.set_xlabel(across)
    axes.set_ylabel(up)
    axes.minorticks_off()
    axes.set_xticks(ticks, [str(tick) for tick in ticks])
    axes.yaxis.set_major_formatter(lambda value, _: f"{value:g}")
    axes.grid(alpha=0.35)
